import { describe, expect, it } from 'vitest'
import { FRAME, hydrated, visitor } from '../harness/browser'
import { drops } from '../harness/drops'
import { site } from '../harness/site'

const running = await site()

describe.each([
  ['cannot be fetched', 'abort'],
  ['is missing', 'missing'],
] as const)('a remote that %s', (_, how) => {
  it('leaves its fragment readable, the frame alive, and works after another try', async () => {
    const { page, troubles } = await visitor()
    let broken = true
    await page.route(/\/_r\/football\/remoteEntry\./, (route) => {
      if (!broken) return route.continue()
      return how === 'abort' ? route.abort() : route.fulfill({ status: 404, body: 'gone' })
    })
    await page.goto(`${running.address}/football`)
    await hydrated(page, FRAME)
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()

    expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
    expect((await page.locator('#fh-main').innerText()).length).toBeGreaterThan(200)
    await expect
      .poll(() => troubles.reports.join('\n'))
      .toMatch(/"kind":"remote".*"edition":"football"|"edition":"football".*"kind":"remote"/)

    broken = false
    // The browser may remember a script that was missing. The second try then loads the page anew, where the remote works.
    let alive = false
    const life = hydrated(page).then(() => {
      alive = true
    })
    await expect
      .poll(
        async () => {
          if (!alive && (await again.isVisible())) await again.click({ timeout: 2000 }).catch(() => undefined)
          return alive
        },
        { timeout: 25_000 },
      )
      .toBe(true)
    await life
    await expect.poll(() => again.isVisible()).toBe(false)
  })

  it('does not stop the way to the other edition', async () => {
    const { page } = await visitor()
    await page.route(/\/_r\/football\/remoteEntry\./, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 404, body: 'gone' }),
    )
    await page.goto(`${running.address}/football`)
    await hydrated(page, FRAME)
    await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/basketball')
    await hydrated(page)
    expect(await page.locator('html').getAttribute('data-floor')).toBe('basketball')
  })
})

it.each(['host', 'shell'])(
  'a %s that cannot be loaded leaves the whole page readable and its links working',
  async (edition) => {
    const { page } = await visitor()
    await page.route(new RegExp(`/_r/${edition}/.*\\.js`), (route) => route.abort())
    await page.goto(`${running.address}/football`)
    expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
    await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/basketball')
  },
)

describe('an island that cannot be loaded', () => {
  const broken = async () => {
    const { page, troubles } = await visitor()
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
    let alive = false
    const life = hydrated(page).then(() => {
      alive = true
    })
    await expect
      .poll(
        async () => {
          const again = page.getByRole('button', { name: 'Try again' })
          if (!alive && (await again.isVisible())) await again.click({ timeout: 2000 }).catch(() => undefined)
          return alive
        },
        { timeout: 25_000 },
      )
      .toBe(true)
    await life
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false)
  })

  it('leaves a page that came by navigation as the gateway composed it', async () => {
    const visit = await broken()
    const { page } = visit
    await page.goto(`${running.address}/`)
    await hydrated(page)
    await page.locator('#fh-main a[href="/football"]').first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/football')
    await isLeft(visit)
  })
})
