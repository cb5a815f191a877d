import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hydrated, visitor } from '../harness/browser'
import { gatewayOn, site } from '../harness/site'

const running = await site({ buyers: 0 })
const gateway = await gatewayOn(running)

const names = (page: Page, cache: string) =>
  page.evaluate(async (name) => {
    const requests = await (await caches.open(name)).keys()
    return requests.map(({ url }) => new URL(url).pathname)
  }, cache)

const kept = (page: Page) => names(page, 'fieldhouse-pages')

it('costs a first visit nothing, and shows without a connection what was read last until there is one again', async () => {
  const { page } = await visitor({ serviceWorkers: 'allow' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${gateway.address}/football/faq`)
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('fieldhouse.visited'))).toBe('1')
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect(asked.filter((path) => /worker|offline/.test(path))).toEqual([])

  await page.goto(`${gateway.address}/football/cards`)
  await expect.poll(() => kept(page)).toEqual(['/football/cards', '/offline'])
  // What is read by navigation in the page is kept when it is left.
  await page.locator('#fh-header a[href="/football/team"]:visible').first().click()
  await page.waitForURL('**/football/team')
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => kept(page)).toEqual(['/football/cards', '/offline', '/football/team'])

  await gateway.restart(async () => {
    await page.goto(`${gateway.address}/football/team`)
    expect(await page.locator('h1').first().isVisible()).toBe(true)
    await hydrated(page)
    await page.getByText(/^You’re offline\. This page is from \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/).waitFor()

    await page.goto(`${gateway.address}/basketball`)
    expect(await page.locator('h1').textContent()).toBe('The play stopped here')
    await page.getByRole('link', { name: /^Cards Structure, as of / }).waitFor()
    expect(await page.evaluate(() => document.fonts.check('700 20px "Big Shoulders"'))).toBe(true)
  })
  // It comes back by itself, at the address that was wanted.
  await expect.poll(() => page.locator('#fh-main').getAttribute('data-floor'), { timeout: 40_000 }).toBe('basketball')
  await hydrated(page)
}, 120_000)

it('keeps nothing of a release that is not shown any more', async () => {
  const { page } = await visitor({ serviceWorkers: 'allow' })
  // Where no script is that would read it, and keep its own page.
  await page.goto(`${gateway.address}/robots.txt`)
  await page.evaluate(() => localStorage.setItem('fieldhouse.visited', '1'))
  await page.goto(`${gateway.address}/football/cards`)
  await expect.poll(() => kept(page)).toEqual(['/football/cards', '/offline'])
  // As a page of another release of the edition says it.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    const lineup = { host: 'gone', shell: 'gone', football: 'gone' }
    active?.postMessage({ path: '/football/faq', title: 'FAQ', lineup, files: [], isLoaded: false })
  })
  await expect.poll(() => kept(page)).not.toContain('/football/cards')
  await expect.poll(() => kept(page)).toContain('/football/faq')
  /** The files of the pages that are kept by now. */
  const used = (): Promise<string[]> =>
    page.evaluate(async () => {
      const pages = await caches.open('fieldhouse-pages')
      const described = await Promise.all((await pages.keys()).map((request) => pages.match(request)))
      return described.flatMap((answer) => JSON.parse(decodeURIComponent(answer?.headers.get('X-Kept') ?? '')).files)
    })
  const unused = async () => {
    const files = await used()
    return (await names(page, 'fieldhouse-files')).filter((file) => !files.includes(file))
  }
  await expect.poll(unused).toEqual([])
})
