import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { MEASURING, open, visitor } from '../harness/browser'
import { basketballPages, routes } from '../harness/routes'
import { site } from '../harness/site'

/** What a first page may weigh: script bytes as the browser receives them, and script requests. */
const MOST_BYTES = 120_000
const MOST_REQUESTS = 6

/** Files from this size on, bytes, have compressed forms (docs/edition-contract.md, "A release folder"). */
const SMALLEST_COMPRESSED = 256

const running = await site()

/** Pages of somebody's own, to whoever comes without a user, and somebody's wall. */
const own = ['claims', 'my-cards', 'my-cards/card', 'my-cards/receipt', 'wall/vault.wam'].flatMap((name) => [
  `/football/${name}`,
  `/basketball/${name}`,
])

const weighed = [...routes.map(({ path }) => path), ...basketballPages, ...own]

/** Opens a page, and weighs the scripts that it needs until it shows what it is to show. */
async function weigh(page: Page, path: string, shown?: RegExp): Promise<void> {
  const scripts: { path: string; encoding: string; bytes: number }[] = []
  const sizes: Promise<unknown>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || MEASURING.test(response.url())) return
    const size = async () => {
      const { responseBodySize } = await response.request().sizes()
      const headers = await response.allHeaders()
      scripts.push({
        path: new URL(response.url()).pathname,
        encoding: headers['content-encoding'] ?? '',
        bytes: responseBodySize,
      })
    }
    sizes.push(size())
  })
  await open(page, `${running.address}${path}`)
  // On a busy machine the network is idle between two requests as well.
  if (shown) await expect.poll(() => page.locator('#fh-main').innerText()).toMatch(shown)
  await page.waitForLoadState('networkidle')
  await Promise.all(sizes)
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
  expect(scripts.filter(({ encoding, bytes }) => encoding !== 'br' && bytes >= SMALLEST_COMPRESSED)).toEqual([])
  expect(bytes).toBeGreaterThan(0)
  expect(bytes, JSON.stringify(scripts)).toBeLessThanOrEqual(MOST_BYTES)
  expect(scripts.length, JSON.stringify(scripts)).toBeLessThanOrEqual(MOST_REQUESTS)
}

it.each(weighed)('%s needs at most six scripts and 120 kB of script with brotli', async (path) => {
  const { page } = await visitor()
  await weigh(page, path)
})

it.each(['football', 'basketball'])('hundreds of cards of %s need no more of who is logged in', async (edition) => {
  const { page, context } = await visitor()
  const record = JSON.stringify({ accountName: 'vault.wam', requestPermission: 'active', wallet: 'anchor' })
  await context.addInitScript((user) => localStorage.setItem('Anchor', user), record)
  await weigh(page, `/${edition}/my-cards`, /575\s+cards are yours/i)
})

it('preloads exactly the scripts that a first page runs before anything of it is seen', async () => {
  const { page } = await visitor({ viewport: { width: 1440, height: 600 } })
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && !MEASURING.test(pathname)) fetched.add(pathname)
  })
  await open(page, `${running.address}/football`)
  await page.waitForLoadState('networkidle')
  const named = await page.locator('link[rel="modulepreload"], script[type="module"][src]').evaluateAll((elements) => {
    return elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? '')
  })
  expect([...fetched].sort()).toEqual([...new Set(named)].sort())
})
