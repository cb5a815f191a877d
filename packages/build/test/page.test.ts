import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromium } from '../../../scripts/lib/chromium.mjs'
import type { Mode } from '../src/config.ts'
import type { Release } from '../src/testing/compose.ts'
import { buildApp, copySample, createWorkspace } from '../src/testing/samples.ts'
import { startSite, type TestSite, withoutHash } from '../src/testing/site.ts'

const require = createRequire(import.meta.url)

/** Console lines a page must not have. */
const consoleErrors: string[] = []

let workspace: string
let browser: Browser
let page: Page
let site: TestSite

const built = new Map<string, Promise<Release>>()

/** Builds a sample as it is, once. */
function sampleRelease(name: string, mode: Mode): Promise<Release> {
  const key = `${name} ${mode}`
  const release = built.get(key) ?? buildSample(name, mode)
  built.set(key, release)
  return release
}

async function buildSample(
  name: string,
  mode: Mode,
  change: (folder: string) => Promise<void> = async () => {},
): Promise<Release> {
  const folder = await mkdtemp(join(workspace, `${name}-`))
  await copySample(name, folder)
  await change(folder)
  return buildApp(folder, mode)
}

beforeAll(async () => {
  workspace = await createWorkspace()
  browser = await playwright.launch({ ...(await chromium()), headless: true })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await rm(workspace, { recursive: true, force: true })
})

describe.each(['production', 'development'] as const)('a page of separately built remotes, React in %s', (mode) => {
  let releases: Release[]

  beforeAll(async () => {
    releases = [
      await sampleRelease('host', mode),
      await sampleRelease('shell', mode),
      await sampleRelease('football', mode),
    ]
  }, 120_000)

  beforeEach(async () => {
    site = await startSite([...releases])
    page = await browser.newPage()
    consoleErrors.length = 0
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
    page.on('pageerror', (error) => consoleErrors.push(String(error)))
  })

  afterEach(async () => {
    await page.close()
    await site.close()
  })

  it.each(['', '<p>one</p>', '<p>x</p>'.repeat(12)])(
    'hydrates in place without a warning or a report, the slot holding %j',
    async (slot) => {
      site.options = { slot }
      await page.goto(`${site.address}/football?lang=es`)
      expect(await page.textContent('h1')).toBe('Fútbol en Field & <House>')
      await page.evaluate(() => Object.assign(document.querySelector('#count') as Element, { sameNode: true }))
      await clickUntilLive(/Pulsado [1-9]/)
      expect(await page.evaluate(() => 'sameNode' in (document.querySelector('#count') as Element))).toBe(true)
      expect(await page.textContent('#fh-header li:first-child')).toBe('Fútbol (/football)')
      // Hydrated like the island: React left its mark on the nodes the gateway wrote.
      await expect.poll(() => ownedByReact('#fh-header li a')).toBe(true)
      expect(await ownedByReact('#fh-footer footer')).toBe(false)
      expect(await page.locator('[data-slot]').count()).toBe(0)
      expect(await page.locator('#live').count()).toBe(1)
      expect(site.reports).toEqual([])
      expect(consoleErrors).toEqual([])
    },
  )

  it('goes to another edition and back without a reload', async () => {
    await page.goto(`${site.address}/`)
    await expect.poll(() => ownedByReact('#fh-header li a')).toBe(true)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.click('#to-football')
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('Football'))
    expect(new URL(page.url()).pathname).toBe('/football')
    expect(await page.title()).toBe('Football · Field & <House>')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await page.getAttribute('#fh-header header', 'data-look')).toBe('football')
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)).toBe(
      'rgb(0, 128, 0)',
    )
    await clickUntilLive()
    await page.click('#to-faq')
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Questions')
    await page.goBack()
    await page.goBack()
    await page.waitForSelector('#to-unknown')
    await page.click('#to-unknown')
    await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Nothing here')
    expect(await page.getAttribute('#fh-header header', 'data-look')).toBe('default')
    expect(await page.getAttribute('#fh-footer footer', 'data-look')).toBe('basketball')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(consoleErrors).toEqual([])
  })

  it('puts the markup back and offers to try again when an island dies', async () => {
    await page.goto(`${site.address}/football/broken`)
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#count') ?? {}).some((key) => key.startsWith('__react')),
    )
    await page.click('#count')
    await page.waitForSelector('.fh-notice')
    expect(await page.textContent('h1')).toContain('Football at')
    await expect
      .poll(() => site.reports.map(({ kind, edition }) => [kind, edition]))
      .toContainEqual(['uncaught', 'football'])
    // The second life hydrates the same fragment.
    await page.click('.fh-notice button')
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#count') ?? {}).some((key) => key.startsWith('__react')),
    )
    expect(await page.locator('.fh-notice').count()).toBe(0)
  })

  it('does the same on a page that came by navigation', async () => {
    await page.goto(`${site.address}/football/faq`)
    await clickUntilLive()
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/football/broken' })
      Object.assign(window, { sameDocument: true })
      document.body.append(link)
      link.click()
    })
    await page.waitForURL('**/football/broken')
    await expect.poll(() => ownedByReact('#count')).toBe(true)
    await page.click('#count')
    await page.waitForSelector('.fh-notice')
    expect(await page.textContent('#count')).toBe('Clicked 0')
    await page.click('.fh-notice button')
    await expect.poll(() => ownedByReact('#count')).toBe(true)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    expect(await page.locator('.fh-notice').count()).toBe(0)
  })
})

describe('a page whose scripts are not what they should be', () => {
  let releases: Release[]

  beforeAll(async () => {
    releases = [
      await sampleRelease('host', 'production'),
      await sampleRelease('shell', 'production'),
      await sampleRelease('football', 'production'),
    ]
  }, 120_000)

  beforeEach(async () => {
    site = await startSite([...releases])
    page = await browser.newPage()
    consoleErrors.length = 0
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') consoleErrors.push(message.text())
    })
  })

  afterEach(async () => {
    await page.close()
    await site.close()
  })

  it.each([
    ['six scripts for a page with an island', '/football', '#count', 6],
    ['three for a page of markup alone', '/', '#fh-header li a', 3],
  ])('loads %s and no more', async (_, path, alive, count) => {
    await page.goto(`${site.address}${path}`)
    await expect.poll(() => ownedByReact(alive)).toBe(true)
    expect(site.requests.filter((path) => /\/_r\/.*(?<!wallets\.[0-9a-f]{20})\.js$/.test(path))).toHaveLength(count)
  })

  it("loads the wallets' lazy part at the visitor's first sign, with its style sheet, and no wallet", async () => {
    await page.goto(`${site.address}/football`)
    await clickUntilLive()
    await expect.poll(() => page.locator('#fh-overlay [role=alert]').count()).toBe(1)
    const wallets = site.requests
      .filter((path) => path.includes('wallet'))
      .map((path) => withoutHash(path.split('/').pop() ?? ''))
    expect(wallets.toSorted()).toEqual(['wallets.css', 'wallets.js'])
    expect(consoleErrors).toEqual([])
  })

  it("does not run the wallets' lazy part when it is tampered with", async () => {
    site.tamper.set('wallets.js', 'window.evil = true')
    await page.goto(`${site.address}/football`)
    await clickUntilLive()
    await expect.poll(() => site.requests.filter((path) => withoutHash(path).endsWith('/wallets.js'))).not.toEqual([])
    await expect.poll(() => consoleErrors.join()).toMatch(/integrity|digest/)
    expect(await page.evaluate(() => 'evil' in window)).toBe(false)
    expect(await page.locator('#fh-overlay *').count()).toBe(0)
  })

  it.each([
    ['a missing entry', 0, '404'],
    ['a tampered entry', 0, 'window.evil = true; export const get = 1, init = 2'],
    ['a tampered chunk', 1, 'window.evil = true'],
    ['a tampered island', 2, 'window.evil = true'],
  ])('stays readable and offers to try again after %s', async (_, script, content) => {
    site.tamper.set(releases[2]?.manifest.routes[0]?.scripts[script] ?? '', content)
    await page.goto(`${site.address}/football`)
    await page.waitForSelector('.fh-notice')
    expect(await page.textContent('h1')).toContain('Football at')
    expect(await page.evaluate(() => 'evil' in window)).toBe(false)
    await expect.poll(() => site.reports.map(({ kind }) => kind)).toContain('remote')
    site.tamper.clear()
    // The browser may remember the failure: the second press loads the page anew.
    await expect
      .poll(async () => {
        const button = page.locator('.fh-notice button')
        if (await button.isEnabled({ timeout: 50 }).catch(() => false)) await button.click()
        return ownedByReact('#count')
      })
      .toBe(true)
  })

  it.each([
    ['removed', () => null],
    ['emptied', () => ({ integrity: {} })],
    [
      'naming something it does not give',
      (map: object) => ({ ...map, imports: { 'fieldhouse/map': '/elsewhere', '/other': ':' } }),
    ],
  ])('runs no remote when the import map is %s', async (_, map) => {
    site.options = { map }
    await page.goto(`${site.address}/football`)
    await page.waitForSelector('.fh-notice')
    await expect.poll(() => site.reports.map(({ kind }) => kind)).toContain('integrity')
    expect(site.requests.filter((path) => path.includes('/remoteEntry.'))).toEqual([])
  })

  it('runs no remote when the import map stands in the page and the CSP refuses it', async () => {
    site.options = { refuseMap: true }
    await page.goto(`${site.address}/football`)
    await page.waitForSelector('.fh-notice')
    expect(site.requests.filter((path) => path.includes('/remoteEntry.'))).toEqual([])
    expect(await page.textContent('h1')).toContain('Football at')
  })

  it('does not start a remote that asks for another version of a shared library, and leaves its fragment', async () => {
    const strict = await buildSample('football', 'production', async (folder) => {
      // What is installed there says that it is the next major version, and is this one.
      const installed = join(folder, 'node_modules', 'react')
      await mkdir(installed, { recursive: true })
      await writeFile(join(installed, 'package.json'), '{"name": "react", "version": "20.0.0"}')
      for (const part of ['index', 'jsx-runtime']) {
        const real = require.resolve(part === 'index' ? 'react' : `react/${part}`)
        await writeFile(join(installed, `${part}.js`), `module.exports = require(${JSON.stringify(real)})`)
      }
      await writeFile(
        join(folder, 'fieldhouse.config.mjs'),
        "export default { edition: 'football', ranges: { react: '^20.0.0', 'react/jsx-runtime': '^20.0.0' } }\n",
      )
    })
    site.releases.splice(2, 1, strict)
    await page.goto(`${site.address}/football`)
    await page.waitForSelector('.fh-notice')
    await expect
      .poll(() => site.reports)
      .toContainEqual(
        expect.objectContaining({
          kind: 'remote',
          edition: 'football',
          message: expect.stringMatching(
            /Version 19\.\d+\.\d+ .*react(\/jsx-runtime)? does not satisfy .* needs \^20\.0\.0/,
          ),
        }),
      )
    expect(await page.textContent('h1')).toContain('Football at')
  }, 60_000)

  it('takes a new release in place on the development server', async () => {
    site.options = { dev: true }
    await page.goto(`${site.address}/football`)
    await clickUntilLive()
    await expect.poll(() => site.requests).toContain('/_dev/events')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const fresh = await buildSample('football', 'production', async (folder) => {
      const texts = join(folder, 'src', 'texts.ts')
      await writeFile(texts, (await readFile(texts, 'utf8')).replace('Football at', 'Newer football at'))
      const styles = join(folder, 'src', 'Main.module.css')
      await writeFile(styles, (await readFile(styles, 'utf8')).replace('128', '64'))
    })
    site.releases.push(fresh)
    site.announce(fresh)
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.startsWith('Newer football'))
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)).toBe(
      'rgb(0, 64, 0)',
    )
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    // Those of host, shell and the new release.
    expect(await page.locator('link[rel=stylesheet]:not([href*="/wallets."])').count()).toBe(3)
  }, 60_000)
})

/** Clicks the counter until it counts: a click before hydration is lost. */
async function clickUntilLive(living = /Clicked [1-9]/) {
  await expect
    .poll(
      async () => {
        await page.click('#count')
        return page.textContent('#count')
      },
      { timeout: 10_000, interval: 50 },
    )
    .toMatch(living)
}

function ownedByReact(selector: string): Promise<boolean> {
  return page.evaluate(
    (wanted) => Object.keys(document.querySelector(wanted) ?? {}).some((key) => key.startsWith('__react')),
    selector,
  )
}
