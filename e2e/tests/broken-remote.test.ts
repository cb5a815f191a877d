import { describe, expect, it } from 'vitest'
import { hydrated, visitor } from '../harness/browser'
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
    await hydrated(page, ['fh-header', 'fh-footer'])
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
    expect(await again.isVisible()).toBe(false)
  })

  it('does not stop the way to the other edition', async () => {
    const { page } = await visitor()
    await page.route(/\/_r\/football\/remoteEntry\./, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 404, body: 'gone' }),
    )
    await page.goto(`${running.address}/football`)
    await hydrated(page, ['fh-header', 'fh-footer'])
    await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/basketball')
    await hydrated(page)
    expect(await page.locator('html').getAttribute('data-floor')).toBe('basketball')
  })
})

it('a shell that cannot be loaded leaves the whole page readable and its links working', async () => {
  const { page } = await visitor()
  await page.route(/\/_r\/shell\/.*\.js/, (route) => route.abort())
  await page.goto(`${running.address}/football`)
  expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/basketball')
})

describe('a text or a drawing that cannot be loaded', () => {
  const broken = async () => {
    const { page, troubles } = await visitor()
    // All of football but its entry and its mount.
    await page.route(/\/_r\/football\/(?!remoteEntry|mount)[^/]*\.js/, (route) => route.abort())
    return { page, troubles }
  }

  it('leaves what a first page was made with, and all the rest of it alive', async () => {
    const { page, troubles } = await broken()
    await page.goto(`${running.address}/football/faq`)
    const text = await page.locator('#fh-main h1 + p').innerText()
    expect(text.length).toBeGreaterThan(80)
    await expect.poll(() => troubles.reports.join('\n')).toContain('"kind":"remote"')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await page.locator('#fh-main h1 + p').innerText()).toBe(text)
    expect(troubles.reports.join('\n')).not.toContain('uncaught')
  })

  it('leaves a page that came by navigation its heading and its links, and offers to load it in full', async () => {
    const { page, troubles } = await broken()
    await page.goto(`${running.address}/football`)
    await hydrated(page)
    await page.locator('#fh-main a[href="/football/daily-fantasy"]').click()
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    expect(new URL(page.url()).pathname).toBe('/football/daily-fantasy')
    expect(await page.locator('#fh-main h1').isVisible()).toBe(true)
    expect(await page.locator('#fh-main nav a').count()).toBeGreaterThan(5)
    expect(troubles.reports.join('\n')).not.toContain('uncaught')
    await again.click()
    await expect.poll(() => page.locator('#fh-main h1 + p').innerText()).toMatch(/.{80}/)
  })
})
