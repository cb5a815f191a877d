import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { FRAME, hydrated, isAt, onlooker } from '../harness/browser'
import { drops } from '../harness/drops'
import { site } from '../harness/site'

const running = await site()

/** Tries what is broken again until the page is alive: a script that was missing the browser may remember, and the second try then loads the page anew. */
async function tryAgain(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: 'Try again' })
  let alive = false
  const life = hydrated(page).then(() => {
    alive = true
  })
  const tried = async () => {
    if (!alive && (await again.isVisible())) await again.click({ timeout: 2000 }).catch(() => undefined)
    return alive
  }
  await expect.poll(tried, { timeout: 25_000 }).toBe(true)
  await life
  await expect.poll(() => again.isVisible()).toBe(false)
}

it.each(['cannot be fetched', 'is missing'])(
  'a remote that %s leaves its fragment readable, the frame and the way to the other edition alive, and works after another try',
  async (how) => {
    const { page, troubles } = await onlooker()
    let broken = true
    await page.route(/\/_r\/football\/remoteEntry\./, (route) => {
      if (!broken) return route.continue()
      return how === 'is missing' ? route.fulfill({ status: 404, body: 'gone' }) : route.abort()
    })
    const isReadable = async () => {
      await page.getByRole('button', { name: 'Try again' }).waitFor()
      expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
      expect((await page.locator('#fh-main').innerText()).length).toBeGreaterThan(200)
    }
    await page.goto(`${running.address}/football`)
    await hydrated(page, FRAME)
    await isReadable()
    await expect
      .poll(() => troubles.reports.join('\n'))
      .toMatch(/"kind":"remote".*"edition":"football"|"edition":"football".*"kind":"remote"/)
    await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
    await isAt(page, '/basketball')
    await hydrated(page)
    expect(await page.locator('html').getAttribute('data-floor')).toBe('basketball')
    await page.goBack()
    await isReadable()
    broken = false
    await tryAgain(page)
  },
)

it('a remote that asks for another version of a shared library does not start, and leaves its fragment readable', async () => {
  const address = `${running.address}/football`
  const html = await (await fetch(address)).text()
  const [, entry = '', hash = ''] = /"(\/_r\/football\/remoteEntry\.[^"]+)":"(sha384-[^"]+)"/.exec(html) ?? []
  const ours = await (await fetch(running.address + entry)).text()
  const strict = ours.replaceAll('"^19.2.0"', '"^20.0.0"')
  expect(strict).not.toBe(ours)
  const { page, troubles } = await onlooker()
  await page.route(running.address + entry, (route) => route.fulfill({ contentType: 'text/javascript', body: strict }))
  // Without the policy, which knows the import map that was sent.
  const digest = `sha384-${createHash('sha384').update(strict).digest('base64')}`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: html.replaceAll(hash, digest) }))
  await page.goto(address)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await expect
    .poll(() => troubles.reports.join('\n'))
    .toMatch(
      /"kind":"remote".*Version 19\.\d+\.\d+ .*react(\/jsx-runtime|-dom)?.* does not satisfy .* needs \^20\.0\.0/,
    )
  expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
})

it.each(['host', 'shell'])(
  'a %s that cannot be loaded leaves the whole page readable and its links working',
  async (edition) => {
    const { page } = await onlooker()
    await page.route(new RegExp(`/_r/${edition}/.*\\.js`), (route) => route.abort())
    await page.goto(`${running.address}/football`)
    expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
    await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
    await isAt(page, '/basketball')
  },
)

describe('an island that cannot be loaded', () => {
  const broken = async () => {
    const { page, troubles } = await onlooker()
    const state = { isBroken: true }
    // All of football but its entry and its mount.
    await page.route(/\/_r\/football\/(?!remoteEntry|mount)[^/]*\.js/, (route) =>
      state.isBroken ? route.abort() : route.continue(),
    )
    return { page, troubles, state }
  }
  const isLeft = async ({ page, troubles }: Awaited<ReturnType<typeof broken>>) => {
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
    expect(await drops(page).count()).toBeGreaterThan(2)
    await expect.poll(() => troubles.reports.join('\n')).toMatch(/"kind":"remote".*islands\/Sale/)
    expect(troubles.reports.join('\n')).not.toContain('uncaught')
  }

  it('leaves what the page was made with and all the rest of it alive, and lives after another try', async () => {
    const visit = await broken()
    const { page, state } = visit
    await page.goto(`${running.address}/football`)
    await hydrated(page, FRAME)
    await isLeft(visit)
    state.isBroken = false
    await tryAgain(page)
  })

  it('leaves a page that came by navigation as the gateway composed it', async () => {
    const visit = await broken()
    const { page } = visit
    await page.goto(`${running.address}/`)
    await hydrated(page)
    await page.locator('#fh-main a[href="/football"]').first().click()
    await isAt(page, '/football')
    await isLeft(visit)
  })
})
