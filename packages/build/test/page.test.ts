import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromium } from '../../../scripts/lib/chromium.mjs'
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

/** Builds a sample app, after a change of its own. */
async function buildSample(name: string, change: (folder: string) => Promise<void> = async () => {}): Promise<Release> {
  const folder = await mkdtemp(join(workspace, `${name}-`))
  await copySample(name, folder)
  await change(folder)
  return buildApp(folder)
}

beforeAll(async () => {
  workspace = await createWorkspace()
  browser = await playwright.launch({ ...(await chromium()), headless: true })
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await rm(workspace, { recursive: true, force: true })
})

describe('a page whose scripts are not what they should be', () => {
  let releases: Release[]

  beforeAll(async () => {
    releases = [await buildSample('host'), await buildSample('shell'), await buildSample('football')]
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
    const strict = await buildSample('football', async (folder) => {
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
})

/** Clicks the counter until it counts: a click before hydration is lost. */
async function clickUntilLive() {
  const click = async () => {
    await page.click('#count')
    return page.textContent('#count')
  }
  await expect.poll(click, { timeout: 10_000, interval: 50 }).toMatch(/Clicked [1-9]/)
}
