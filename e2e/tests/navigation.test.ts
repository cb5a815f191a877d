import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow, isAt, isMarked, keepsLooks, lookAt, mark, onlooker, open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

type ClickOptions = NonNullable<Parameters<Locator['click']>[0]>

/** Puts a link to an address into the page. */
async function placeLink(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    document.getElementById('test-link')?.remove()
    const link = document.createElement('a')
    link.href = href
    link.textContent = 'go'
    link.id = 'test-link'
    // Over the page and outside of what React owns.
    Object.assign(link.style, { position: 'fixed', inset: '50% auto auto 50%', zIndex: '99' })
    document.body.append(link)
  }, path)
}

const heading = (page: Page) => page.locator('#fh-main h1').innerText()

it('goes from one edition to the next without a reload, moving title, focus and colours', async () => {
  const { page, troubles } = await lookAt(`${running.address}/football`)
  await mark(page)
  const football = { title: await page.title(), heading: await heading(page) }

  await follow(page, '/basketball')
  await expect.poll(() => heading(page)).not.toBe(football.heading)
  expect(await isMarked(page)).toBe(true)
  expect(await page.title()).not.toBe(football.title)
  for (const element of ['html', '#fh-header', '#fh-main', '#fh-footer']) {
    expect(await page.locator(element).getAttribute('data-floor'), element).toBe('basketball')
  }
  const isFocused = () =>
    page.evaluate(() => {
      const main = document.getElementById('fh-main')
      return main !== null && (document.activeElement === main || document.activeElement === main.querySelector('h1'))
    })
  await expect.poll(isFocused).toBe(true)
  expect(troubles.all()).toEqual([])
})

it('lands on the page that a full load shows', async () => {
  const { page } = await visitor()
  await open(page, `${running.address}/`)
  await mark(page)
  for (const path of ['/football', '/football/faq', '/basketball', '/football/cards', '/']) {
    await follow(page, path)
    const loaded = await onlooker()
    await open(loaded.page, `${running.address}${path}`)
    await expect.poll(() => heading(page), { message: path }).toBe(await heading(loaded.page))
    expect(await page.title(), path).toBe(await loaded.page.title())
    const names = (of: Page) =>
      of
        .locator('#fh-header a:visible')
        .evaluateAll((links) =>
          links.map((link) => `${link.textContent} ${link.getAttribute('href')} ${link.getAttribute('aria-current')}`),
        )
    await expect.poll(() => names(page), { message: path }).toEqual(await names(loaded.page))
  }
  expect(await isMarked(page)).toBe(true)
})

it('shows the page that the visitor went back to before the script was there that hears of it', async () => {
  const { page } = await visitor()
  await open(page, `${running.address}/football`)
  const first = await heading(page)
  await follow(page, '/basketball')
  await expect.poll(() => heading(page)).not.toBe(first)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_r/host/host.*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.locator('#fh-main h1').waitFor()
  await page.evaluate(() => history.back())
  await page.waitForURL('**/football')
  expect(await heading(page)).not.toBe(first)
  release()
  await expect.poll(() => heading(page)).toBe(first)
  expect(new URL(page.url()).pathname).toBe('/football')
})

it('goes back and forward without a reload', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  const first = await heading(page)
  await mark(page)
  await follow(page, '/basketball')
  await expect.poll(() => heading(page)).not.toBe(first)
  const second = await heading(page)
  await page.goBack()
  await expect.poll(() => heading(page)).toBe(first)
  expect(new URL(page.url()).pathname).toBe('/football')
  await page.goForward()
  await expect.poll(() => heading(page)).toBe(second)
  expect(await isMarked(page)).toBe(true)
})

describe('an unknown path', () => {
  it.each(['/football', '/basketball'])('keeps the header and footer of %s when a link leads to it', async (from) => {
    const { page } = await lookAt(`${running.address}${from}`)
    await mark(page)
    const frame = () =>
      page.evaluate(() => ({
        header: document.getElementById('fh-header')?.dataset.floor,
        footer: document.getElementById('fh-footer')?.dataset.floor,
        links: [...document.querySelectorAll('#fh-header a, #fh-footer a')].map((link) => link.getAttribute('href')),
        page: document.documentElement.dataset.floor,
      }))
    const before = await frame()
    const first = await heading(page)
    await follow(page, '/nothing/here')
    await expect.poll(() => heading(page)).not.toBe(first)
    await expect.poll(frame).toEqual(before)
    expect(await isMarked(page)).toBe(true)
  })

  const REACHED = [
    ['/football', '/nothing'],
    ['/basketball', '/nothing/here'],
    ['/terms', '/nothing'],
    ['/', '/football/nothing'],
    ['/football', '/basketball/nothing'],
    ['/basketball', '/ning%C3%BAn%20sitio'],
    ['/basketball', '/terms'],
    ['/football', '/cookies'],
  ] as const
  const inBoth = REACHED.map(([from, to], index) => ({ from, to, language: (['en', 'es'] as const)[index % 2] }))

  it.each(inBoth)(
    'reached from $from, $to is the same after a reload, in $language',
    async ({ from, to, language }) => {
      const { page, troubles } = await lookAt(`${running.address}${from}?lang=${language}`)
      // All but the countdowns, and what islands add once they live.
      const seen = () =>
        page.evaluate(() => ({
          page: [document.documentElement.lang, document.documentElement.dataset.floor, document.title],
          parts: ['header', 'main', 'footer'].map((name) => {
            const part = document.getElementById(`fh-${name}`) as HTMLElement
            const all = [...part.querySelectorAll('a')].filter((link) => !link.closest('[data-island]'))
            const links = all.map((link) => [
              link.getAttribute('href')?.replace(/.*\?/, '?'),
              link.textContent,
              link.getAttribute('aria-current'),
            ])
            return {
              floor: part.dataset.floor,
              links,
              said: part.dataset.floor && part.querySelector('h1')?.textContent,
            }
          }),
        }))
      await follow(page, to)
      // The page that it was reached from may have one of its own.
      await keepsLooks(page)
      const before = await seen()
      // What is fetched ahead would be cut off by it.
      await page.waitForLoadState('networkidle')
      const answer = await page.reload({ waitUntil: 'networkidle' })
      expect(answer?.status()).toBe(/^\/(terms|cookies)$/.test(to) ? 200 : 404)
      // As the gateway composed it, and once its header is alive.
      expect(await seen()).toEqual(before)
      await open(page, page.url())
      expect(await seen()).toEqual(before)
      expect(troubles.all().filter((one) => !/404/.test(one))).toEqual([])
    },
  )

  it.each([
    ['/nothing', 'default', 'basketball'],
    ['/football/nothing', 'football', 'football'],
    ['/basketball/nothing', 'basketball', 'basketball'],
  ])('%s that nobody led to has the header %s and the footer %s, and keeps them', async (path, header, footer) => {
    const { page } = await onlooker()
    for (const language of ['en', 'es']) {
      await open(page, `${running.address}${path}?lang=${language}`)
      for (const load of [() => page.reload(), () => open(page, `${running.address}${path}`)]) {
        await load()
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
        expect(await page.locator('#fh-header').getAttribute('data-floor')).toBe(header)
        expect(await page.locator('#fh-footer').getAttribute('data-floor')).toBe(footer)
      }
    }
  })

  it('never reaches the page unescaped', async () => {
    const path = '/%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%3E%3Cimg%20src=x%20onerror=alert(2)%3E%E2%80%A8'
    const answer = await fetch(`${running.address}${path}`)
    const text = await answer.text()
    expect(answer.status).toBe(404)
    expect(text.includes('<script>alert')).toBe(false)
    expect(text.includes('<img src=x')).toBe(false)

    const { page, troubles } = await onlooker()
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs++
      void dialog.dismiss()
    })
    await open(page, `${running.address}${path}`)
    expect(dialogs).toBe(0)
    expect(troubles.violations).toEqual([])
    expect(await page.locator('#fh-main img').count()).toBe(0)
  })
})

/** Clicks a link as told, and answers whether the page took the click for itself. Nothing is opened by it. */
async function takes(page: Page, path: string, attributes: Record<string, string>, options: ClickOptions) {
  await placeLink(page, path)
  await page.evaluate((wanted) => {
    for (const [name, value] of Object.entries(wanted)) document.getElementById('test-link')?.setAttribute(name, value)
    const state = window as unknown as { taken?: boolean | undefined }
    state.taken = undefined
    // The last to hear of the click: what nobody took would now be the browser's.
    const heard = new AbortController()
    const hear = (event: Event) => {
      state.taken = event.defaultPrevented
      event.preventDefault()
      heard.abort()
    }
    for (const type of ['click', 'auxclick']) window.addEventListener(type, hear, { signal: heard.signal })
  }, attributes)
  await page.locator('#test-link').click(options)
  await expect.poll(() => page.evaluate(() => typeof (window as unknown as { taken?: boolean }).taken)).toBe('boolean')
  return page.evaluate(() => (window as unknown as { taken?: boolean }).taken)
}

const LEFT: [string, string, Record<string, string>, ClickOptions][] = [
  ['with Ctrl', '/basketball', {}, { modifiers: ['Control'] }],
  ['with Cmd', '/basketball', {}, { modifiers: ['Meta'] }],
  ['with Shift', '/basketball', {}, { modifiers: ['Shift'] }],
  ['with Alt', '/basketball', {}, { modifiers: ['Alt'] }],
  ['with the middle button', '/basketball', {}, { button: 'middle' }],
  ['to a new tab', '/basketball', { target: '_blank' }, {}],
  ['to a download', '/basketball', { download: '' }, {}],
  ['to another site', 'http://127.0.0.1:9/', {}, {}],
  ['to what is no page of the site', '/api/v1/rows/drops', {}, {}],
]

it('leaves links to elsewhere, to new tabs and with modifier keys to the browser', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  for (const [how, path, attributes, options] of LEFT) {
    expect(await takes(page, path, attributes, options), how).toBe(false)
    expect(new URL(page.url()).pathname, how).toBe('/football')
  }
  // The same link, simply pressed, is the page's.
  expect(await takes(page, '/basketball', {}, {})).toBe(true)
  await isAt(page, '/basketball')
})

it('moves the focus to what an address names, and shows one that no fragment can be read from', async () => {
  const { page, troubles } = await lookAt(`${running.address}/football/faq`)
  await mark(page)
  await follow(page, '/football#packs')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('packs')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  await follow(page, '/football/faq#%')
  await isAt(page, '/football/faq')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await isMarked(page)).toBe(true)
  expect(troubles.all()).toEqual([])
})
