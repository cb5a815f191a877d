import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { axe, sights, windowOf } from '../harness/axe'
import { open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const ID = 'G-FIELDHOUSE'

/** Every request to the tagging server, by its path and query. */
const asked: string[] = []

/** A tag as Google's behaves: it reads what stands in `dataLayer`, leaves a cookie and tells its server, unless it is disabled. */
const TAG = `{
  const { origin } = new URL(document.currentScript.src);
  const tell = (what) => window['ga-disable-${ID}'] || fetch(origin + '/g/collect?what=' + what, { mode: 'no-cors' });
  for (const [what, id, settings] of dataLayer) if (what === 'config' && id === '${ID}' && settings.server_container_url === origin) tell('page_view');
  document.cookie = '_ga=GA1.1.1.1;path=/;max-age=600';
}`

const tagging = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.setHeader('Content-Type', 'text/javascript').end(request.url?.startsWith('/gtag/js') ? TAG : '')
})
await new Promise<void>((done) => tagging.listen(0, '127.0.0.1', done))
afterAll(() => void tagging.close())
const origin = `http://127.0.0.1:${(tagging.address() as AddressInfo).port}`

const plain = await site()
const tagged = await site({ env: { GOOGLE_TAG: `${ID} ${origin}` } })

const line = (page: Page) => page.locator('#fh-consent')
const cookiesOf = (page: Page) => page.evaluate(() => document.cookie)

it('says nothing of it on a site without a tag', async () => {
  const { page } = await visitor()
  await open(page, `${plain.address}/cookies`)
  expect(await page.locator('[data-tag="on"]:visible').count()).toBe(0)
  expect(await page.locator('header [data-tag="off"]').isVisible()).toBe(true)
  expect(await line(page).count()).toBe(0)
})

it.each([
  ['en', 'May Google count your visit?'],
  ['es', '¿Puede Google contar tu visita?'],
])('loads nothing of the tag before it is agreed to, and nothing ever after a no: %s', async (language, asks) => {
  asked.length = 0
  const { page, troubles } = await visitor()
  await open(page, `${tagged.address}/football?lang=${language}`)
  expect(await line(page).innerText()).toContain(asks)
  const shift = await page.evaluate(
    () =>
      new Promise((seen) => {
        new PerformanceObserver((list) => seen(list.getEntries().length)).observe({
          type: 'layout-shift',
          buffered: true,
        })
        requestAnimationFrame(() => requestAnimationFrame(() => seen(0)))
      }),
  )
  expect(shift).toBe(0)
  await line(page).getByRole('button', { name: 'No', exact: true }).click()
  await line(page).waitFor({ state: 'hidden' })
  await open(page, `${tagged.address}/basketball`)
  expect(await line(page).isVisible()).toBe(false)
  expect(asked).toEqual([])
  expect(await cookiesOf(page)).not.toContain('_ga')
  expect(troubles.all()).toEqual([])
})

it.each(sights)('asks in a way that axe finds nothing wrong with, at %i px, %s, in %s', async (...sight) => {
  const { page } = await visitor(windowOf(sight))
  for (const at of ['/', '/football', '/basketball']) {
    await open(page, `${tagged.address}${at}?lang=${sight[2]}`)
    await line(page).waitFor()
    expect(await axe(page), at).toEqual([])
  }
})

it('loads it once it is agreed to, remembers that, and takes it back on the page about cookies', async () => {
  asked.length = 0
  const { page, context, troubles } = await visitor()
  await open(page, `${tagged.address}/football`)
  await line(page).getByRole('link', { name: 'What it keeps' }).click()
  await page.waitForURL('**/cookies#tag')
  const section = page.locator('section[aria-labelledby="tag"]')
  await section.waitFor()
  await expect.poll(() => page.locator('header [data-tag="off"]').isVisible()).toBe(false)
  expect(asked).toEqual([])
  await section.getByRole('button', { name: 'Count my visits', exact: true }).click()
  await section.getByText('You have agreed').waitFor()
  await expect.poll(() => asked).toEqual([`/gtag/js?id=${ID}`, '/g/collect?what=page_view'])
  await line(page).waitFor({ state: 'hidden' })
  await expect.poll(() => cookiesOf(page)).toContain('_ga=')

  await open(page, `${tagged.address}/cookies`)
  await expect.poll(() => asked.length).toBe(4)
  await section.getByText('You have agreed').waitFor()
  await section.getByRole('button', { name: 'Do not count them', exact: true }).click()
  await section.getByText('You have not agreed').waitFor()
  await expect.poll(() => cookiesOf(page)).not.toContain('_ga')
  expect(await page.evaluate((id) => Reflect.get(window, `ga-disable-${id}`), ID)).toBe(true)
  await open(page, `${tagged.address}/football`)
  // Whoever comes to the page without a load sees the answer as well.
  await page.locator('#fh-footer a[href="/cookies"]').click()
  await section.getByText('You have not agreed').waitFor()
  expect(asked.length).toBe(4)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('_ga')
  expect(troubles.all()).toEqual([])
})

it('hears in every tab what was answered in one of them', async () => {
  const { page, context } = await visitor()
  await open(page, `${tagged.address}/football`)
  const other = await context.newPage()
  await open(other, `${tagged.address}/basketball`)
  const isDisabled = () => page.evaluate((id) => Reflect.get(window, `ga-disable-${id}`), ID)
  await line(other).getByRole('button', { name: 'Yes', exact: true }).click()
  await line(page).waitFor({ state: 'hidden' })
  await expect.poll(isDisabled).toBe(false)
  await open(other, `${tagged.address}/cookies`)
  await other.getByRole('button', { name: 'Do not count them', exact: true }).click()
  await expect.poll(isDisabled).toBe(true)
  await expect.poll(() => cookiesOf(page)).not.toContain('_ga')
})

it('lets nothing but that address be a script, by a policy of its own', async () => {
  const { page } = await visitor()
  await page.addInitScript(() => localStorage.setItem('fieldhouse.consent', 'yes'))
  const made: string[] = []
  await page.exposeFunction('made', (name: string) => void made.push(name))
  await page.addInitScript(() => {
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy: (name: string, rules: object) => unknown }
    }
    const create = trustedTypes.createPolicy.bind(trustedTypes)
    trustedTypes.createPolicy = (name, rules) => {
      const policy = create(name, rules) as { createScriptURL: (text: string) => unknown }
      if (name !== 'google-tag') return policy
      try {
        policy.createScriptURL('https://evil.example/gtag/js')
      } catch (error) {
        Reflect.get(window, 'made')((error as Error).name)
      }
      return policy
    }
  })
  await open(page, `${tagged.address}/football`)
  await expect.poll(() => made).toEqual(['TypeError'])
  const refused = await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.src = '/anything.js'
      return 'set'
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(refused).toBe('TypeError')
})
