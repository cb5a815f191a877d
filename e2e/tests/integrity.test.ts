import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hydrated, isAt, lookAt, MEASURING, onlooker, open, visitor } from '../harness/browser'
import { site } from '../harness/site'

const running = await site()

/** What an attacker's script would do if it ran. */
const ATTACK = ';globalThis.attacked = true;'

const attacked = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { attacked?: boolean }).attacked === true)

/** Appends the attack to every answer that matches, and tells how many there were. */
async function tamper(page: Page, pattern: RegExp) {
  const seen: string[] = []
  await page.route(pattern, async (route) => {
    const answer = await route.fetch()
    seen.push(new URL(route.request().url()).pathname)
    await route.fulfill({ response: answer, body: `${await answer.text()}${ATTACK}` })
  })
  return seen
}

/** Opens the page and waits until the browser is done with it, whatever came of it. */
async function visit(page: Page, path = '/football') {
  await page.goto(`${running.address}${path}`)
  await page.waitForLoadState('load')
}

/** The scripts of a first page, by path, as the browser fetches them. */
async function scriptsOf(path: string): Promise<string[]> {
  const { page } = await onlooker()
  const scripts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() === 'script' && !MEASURING.test(pathname)) scripts.push(pathname)
  })
  await open(page, `${running.address}${path}`)
  return scripts
}

const scripts = await scriptsOf('/football')

it('the page fetches its host, its remotes and their chunks as separate scripts', () => {
  expect(scripts.filter((path) => path.startsWith('/_r/host/host.'))).toHaveLength(1)
  expect(scripts.filter((path) => path.includes('/remoteEntry.'))).toHaveLength(2)
  expect(scripts.length).toBeGreaterThan(3)
})

it.each(scripts)('a tampered %s does not run', async (path) => {
  const { page, troubles } = await onlooker()
  const seen = await tamper(page, new RegExp(`${path.replaceAll('.', '\\.')}$`))
  await visit(page)
  await expect.poll(() => seen.length, { message: 'the script was never fetched' }).toBeGreaterThan(0)
  await expect.poll(() => troubles.all().join('\n')).toMatch(/integrity|digest/i)
  expect(await attacked(page)).toBe(false)
  expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
})

it("the wallets' lazy part does not run when it is tampered with", async () => {
  // The browser still has what was tampered with in the page of an onlooker.
  const { page, troubles } = await visitor()
  await open(page, `${running.address}/football`)
  const seen = await tamper(page, /\/_r\/host\/wallets\.[0-9a-f]{20}\.js$/)
  await page.locator('#fh-header').getByRole('button', { name: 'Login' }).hover()
  await expect.poll(() => seen).not.toEqual([])
  await expect.poll(() => troubles.all().join('\n')).toMatch(/integrity|digest/i)
  expect(await attacked(page)).toBe(false)
})

describe('a page whose import map', () => {
  /** Serves the page with another import map and waits until the host has given up on every remote. */
  async function withMap(change: (map: string) => string) {
    const { page, troubles } = await onlooker()
    const fetched: string[] = []
    page.on(
      'request',
      (request) => request.resourceType() === 'script' && fetched.push(new URL(request.url()).pathname),
    )
    await page.route(`${running.address}/football`, async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      const changed = html.replace(/<script type="importmap">.*?<\/script>/s, (map) => change(map))
      expect(changed).not.toBe(html)
      await route.fulfill({ response: answer, body: changed })
    })
    // The host itself is held by its own integrity attribute; what it loads is at stake here.
    await tamper(page, /\/_r\/(football|shell)\/.*\.js$/)
    await visit(page)
    return { page, troubles, fetched }
  }

  it('was removed runs no remote', async () => {
    const { page, troubles } = await withMap(() => '')
    await expect.poll(() => troubles.reports.length).toBeGreaterThan(0)
    expect(await attacked(page)).toBe(false)
    expect(troubles.reports.join('\n')).toContain('"kind":"integrity"')
  })

  it('was replaced by one the policy does not know runs no remote', async () => {
    const { page, troubles } = await withMap((map) => map.replace(/sha384-[A-Za-z0-9+/=]+/g, ''))
    await expect.poll(() => troubles.violations.length).toBeGreaterThan(0)
    await expect.poll(() => troubles.reports.length).toBeGreaterThan(0)
    expect(await attacked(page)).toBe(false)
  })

  it('lacks a script does not run that script', async () => {
    const { page, troubles } = await withMap((map) =>
      map.replace(/"[^"]*\/_r\/football\/remoteEntry\.[^"]*":\s*"[^"]*",?/, ''),
    )
    await expect.poll(() => troubles.reports.length).toBeGreaterThan(0)
    expect(await attacked(page)).toBe(false)
  })
})

it('an inline script, a handler and a script from elsewhere do not run', async () => {
  const { page, troubles } = await onlooker()
  await page.route(`${running.address}/football`, async (route) => {
    const answer = await route.fetch()
    const attack = `<script>${ATTACK}</script><img src="data:," alt="" onerror="${ATTACK}"><script src="http://127.0.0.1:9/x.js"></script>`
    await route.fulfill({ response: answer, body: (await answer.text()).replace('</main>', `</main>${attack}`) })
  })
  await visit(page)
  await expect.poll(() => troubles.violations.length).toBeGreaterThanOrEqual(3)
  expect(await attacked(page)).toBe(false)
})

it('the host refuses a release that the import map does not list when a page in the app names one', async () => {
  const { page } = await lookAt(`${running.address}/football`)
  // The page is loaded whole instead, so a script that ran before that could not be seen in it: nobody may ask for one.
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  let asked = false
  await page.route(/\/_page\?/, async (route) => {
    const answer = await route.fetch()
    const info = await answer.json()
    asked = true
    for (const edition of Object.keys(info.lineup)) {
      const entry = info.lineup[edition]
      if (edition === 'basketball')
        info.lineup[edition] = { ...entry, entry: entry.entry.replace('remoteEntry.', 'other.') }
    }
    await route.fulfill({ response: answer, json: info })
  })
  await page.route(/\/other\.[0-9a-f]+\.js$/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: ATTACK }),
  )
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await expect.poll(() => asked).toBe(true)
  await isAt(page, '/basketball')
  await hydrated(page)
  expect(await attacked(page)).toBe(false)
  expect(requests.filter((path) => path.includes('/other.'))).toEqual([])
})
