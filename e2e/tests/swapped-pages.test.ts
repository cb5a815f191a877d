import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { allIslands, follow as followLink, hydrated, isAt, lookAt, onlooker, open, visitor } from '../harness/browser'
import { setMedian } from '../harness/chain'
import { openLoggedIn } from '../harness/logging-in'
import { buyButton, drop, form, MEDIAN, onSale, openForm, shows } from '../harness/purchase'
import { site } from '../harness/site'

const running = await site({ drops: 0, buyers: 0 })

beforeAll(() => setMedian(running, MEDIAN))

/** Goes to a page by a link, and waits until it is alive. */
async function follow(page: Page, address: string): Promise<void> {
  await followLink(page, address)
  await hydrated(page)
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

it('a page is never painted empty, nor before its styles are there', async () => {
  const { page } = await lookAt(`${running.address}/basketball`)
  const titleOf = () => {
    const title = document.querySelector('#fh-main h1')
    return title && `${title.textContent} ${getComputedStyle(title).fontSize} ${title.getBoundingClientRect().height}`
  }
  const loaded = await page.evaluate(titleOf)
  await open(page, `${running.address}/`)
  const before = await page.evaluate(titleOf)
  await page.route(/\/_r\/basketball\/styles\./, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.evaluate(() => {
    const painted = new Set<string>()
    Object.assign(window, { painted })
    const look = () => {
      const title = document.querySelector('#fh-main h1')
      painted.add(
        title
          ? `${title.textContent} ${getComputedStyle(title).fontSize} ${title.getBoundingClientRect().height}`
          : 'nothing',
      )
      requestAnimationFrame(look)
    }
    look()
  })
  await follow(page, '/basketball')
  const painted = () => page.evaluate(() => [...(window as unknown as { painted: Set<string> }).painted])
  await expect.poll(painted).toContain(loaded)
  expect(await painted()).toEqual([before, loaded])
})

it("another edition's styles are fetched once, before anybody goes there", async () => {
  const { page } = await visitor()
  const sheets = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\/_r\/basketball\/.*\.css$/.test(name))
        .map(({ initiatorType, transferSize }) => [initiatorType, transferSize > 0 ? 'from the gateway' : 'kept']),
    )
  await open(page, `${running.address}/football`)
  await expect.poll(sheets).toEqual([['link', 'from the gateway']])
  await follow(page, '/basketball')
  await expect.poll(sheets).toEqual([
    ['link', 'from the gateway'],
    ['link', 'kept'],
  ])
})

it('what an address names stays where it was scrolled to while the islands come to life', async () => {
  const { page } = await lookAt(`${running.address}/football/faq`)
  await page.evaluate(() => {
    const tops: number[] = []
    Object.assign(window, { tops })
    const look = () => {
      const packs = document.getElementById('packs')
      if (packs && document.activeElement === packs) tops.push(Math.round(packs.getBoundingClientRect().top))
      requestAnimationFrame(look)
    }
    look()
  })
  await follow(page, '/football#packs')
  await page.goBack()
  await page.goForward()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('packs')
  await follow(page, '/football/faq')
  await follow(page, '/football#packs')
  const tops = () => page.evaluate(() => (window as unknown as { tops: number[] }).tops)
  const seen = (await tops()).length
  await expect.poll(async () => (await tops()).length).toBeGreaterThan(seen + 5)
  expect([...new Set(await tops())]).toHaveLength(1)
})

it('the way back leads to where the page was scrolled to, at once and for good', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(() => scrolled(page)).toBe(300)
  await follow(page, '/football/faq')
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect.poll(() => scrolled(page)).toBe(300)
  await hydrated(page)
  expect(await scrolled(page)).toBe(300)
})

it("the visitor's theme stays over every page", async () => {
  const { page } = await visitor({ colorScheme: 'dark' })
  await open(page, `${running.address}/football`)
  await page.locator('#fh-header [role="group"] button:visible').first().click()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')
  await page.evaluate(() => {
    const themes: (string | undefined)[] = []
    Object.assign(window, { themes })
    new MutationObserver(() => themes.push(document.documentElement.dataset.theme)).observe(document.documentElement, {
      attributeFilter: ['data-theme'],
    })
  })
  for (const path of ['/basketball', '/', '/football/faq']) await follow(page, path)
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  expect(await page.evaluate(() => (window as unknown as { themes: string[] }).themes)).toEqual([])
})

it('what listens, observes and repeats leaves with its page, and is there again after coming back', async () => {
  const { page, troubles } = await visitor()
  await page.addInitScript(() => {
    const living = new Map<string, number>()
    const count = (what: string, by: number) => living.set(what, (living.get(what) ?? 0) + by)
    Object.assign(window, { living })
    const { addEventListener, removeEventListener } = EventTarget.prototype
    const isLasting = (target: EventTarget) => target === window || target === document || target === document.body
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      const target = this ?? window
      const once = typeof options === 'object' && options?.once
      const signal = typeof options === 'object' ? options?.signal : undefined
      if (isLasting(target) && listener && !once) {
        count(type, 1)
        signal && addEventListener.call(signal, 'abort', () => count(type, -1), { once: true })
      }
      return addEventListener.call(target, type, listener, options)
    }
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      const target = this ?? window
      if (isLasting(target) && listener) count(type, -1)
      return removeEventListener.call(target, type, listener, options)
    }
    const { setInterval, clearInterval } = window
    const intervals = new Set<number>()
    Object.assign(window, {
      setInterval: (...asked: Parameters<typeof setInterval>) => {
        const id = setInterval(...asked) as unknown as number
        intervals.add(id)
        living.set('interval', intervals.size)
        return id
      },
      clearInterval: (id: number) => {
        intervals.delete(id)
        living.set('interval', intervals.size)
        clearInterval(id)
      },
    })
    const { observe, disconnect } = IntersectionObserver.prototype
    const observers = new Set<IntersectionObserver>()
    IntersectionObserver.prototype.observe = function (element) {
      living.set('observer', observers.add(this).size)
      return observe.call(this, element)
    }
    IntersectionObserver.prototype.disconnect = function () {
      observers.delete(this)
      living.set('observer', observers.size)
      return disconnect.call(this)
    }
  })
  const living = () =>
    page.evaluate(() => Object.fromEntries([...(window as unknown as { living: Map<string, number> }).living].sort()))
  await open(page, `${running.address}/football/team`)
  const round = async () => {
    await follow(page, '/football')
    await allIslands(page)
    await follow(page, '/football/team')
    await allIslands(page)
  }
  await round()
  // The theme's, the user's, and that of the login, which is fetched once the page has nothing else to do.
  await expect.poll(async () => (await living()).storage).toBe(3)
  const first = await living()
  for (let rounds = 0; rounds < 3; rounds++) await round()
  await expect.poll(living).toEqual(first)
  expect(Object.keys(first)).toContain('hashchange')
  expect(first.hashchange).toBe(0)
  expect(first.observer).toBe(0)
  expect(troubles.all()).toEqual([])
})

it('what is script in a page that comes by navigation stays dead', async () => {
  const { page } = await onlooker()
  await page.route(/\/_page\?/, async (route) => {
    const answer = await route.fetch()
    const info = (await answer.json()) as { main: string }
    const evil =
      '<script>window.evil = 1</script><script src="/evil.js"></script><img src="x" onerror="window.evil = 2"><svg onload="window.evil = 3"></svg>'
    await route.fulfill({ response: answer, json: { ...info, main: evil + info.main } })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, `${running.address}/`)
  await follow(page, '/football')
  expect(await page.locator('#fh-main script').count()).toBe(2)
  // Its picture fails once more: a handler that lives would have heard both times.
  await page.locator('#fh-main img[src="x"]').evaluate(
    (image: HTMLImageElement) =>
      new Promise((resolve) => {
        image.addEventListener('error', resolve)
        image.src = 'y'
      }),
  )
  expect(await page.evaluate(() => 'evil' in window)).toBe(false)
  expect(asked).not.toContain('/evil.js')
})

it('an open form goes with its page, the next page can be operated, and the form is as it was for who comes back', async () => {
  const name = await onSale(running)
  const { page, troubles } = await onlooker()
  await openLoggedIn(running, page, 'wax', '/')
  await follow(page, '/football')
  const dialog = await openForm(page, name)
  await dialog.getByRole('button', { name: 'One pack more' }).click()
  await page.goBack()
  await isAt(page, '/')
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.locator('#fh-main a[href="/football"]').first().click()
  await isAt(page, '/football')
  // The basket of before.
  await openForm(page, name, '40.00 WAX')
  expect(await form(page, name).getByRole('spinbutton').inputValue()).toBe('2')
  expect(troubles.all()).toEqual([])
})

it('a purchase goes on when its page is left, and its receipt is there for who comes back', async () => {
  const name = await onSale(running)
  const { page, troubles } = await onlooker()
  await openLoggedIn(running, page, 'wax', '/')
  await follow(page, '/football')
  await openForm(page, name)
  const [wallet] = await Promise.all([page.waitForEvent('popup'), buyButton(page, name).click()])
  const approve = wallet.getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  // Whoever leaves is asked first.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goBack()
  await isAt(page, '/')
  const closed = wallet.waitForEvent('close')
  await approve.click().catch(() => {})
  await closed
  await page.getByText('1 pack is yours').waitFor()
  await follow(page, '/football')
  await drop(page, name).getByRole('button', { name: /^Buy/ }).click()
  await shows(page, name, /1 pack is yours/i)
  expect(troubles.all()).toEqual([])
})
