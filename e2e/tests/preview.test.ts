import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { axe } from '../harness/axe'
import { hydrated, isAt, open, visitor } from '../harness/browser'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import { reloading } from '../harness/logging-in'
import { fieldhouse, ownStore, tokenFor, withRelease } from '../harness/shipping'
import { site } from '../harness/site'

const store = await ownStore('preview')
const running = await site({ store, drops: 3, buyers: 0, admin: true })

const shipping = {
  FIELDHOUSE_RELEASES: running.admin,
  FIELDHOUSE_TOKEN: await tokenFor(store, 'football-ci', 'football'),
}

/** Ships another release of football as a preview. @returns its name and the address of its link */
async function preview(version: string): Promise<{ name: string; link: string }> {
  const line = (folder: string) => ['ship', 'football', folder, '--preview', '--json']
  const { release, see } = JSON.parse(
    await withRelease('football', version, (folder) => fieldhouse(line(folder), shipping)),
  ) as { release: string; see: string }
  return { name: release, link: see }
}

/** Commands of the gateway take seconds on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

const badge = (page: Page) => page.getByRole('complementary', { name: 'Preview' })

it('a link shows a preview inside the site, marked on every page, and the badge leads out of it', async () => {
  const { name, link } = await preview('9.1.0')
  const { page, troubles } = await visitor()
  await layoutShifts(page)
  await open(page, link)
  expect(new URL(page.url()).pathname).toBe('/football')
  await expect.poll(() => badge(page).innerText()).toContain(name)
  expect(await badge(page).innerText()).toMatch(/Football 9\.1\.0 .*until \d+ \w+ \d{4}, \d\d:\d\d UTC/)
  // Before anything is pressed: another edition's menu is laid out anew, which counts as a shift half a second after a press.
  expect(await shiftsOf(page)).toEqual([])

  // Navigation in the page stays in it, without a load.
  const loads: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
  const answered = page.waitForResponse((response) => response.url().includes('/_page?'))
  await page.locator('#fh-header a[href="/basketball"]:visible').first().click()
  const { lineup } = (await (await answered).json()) as { lineup: Record<string, { release: string }> }
  expect(lineup.football?.release).toBe(name)
  await isAt(page, '/basketball')
  await page.goBack()
  await isAt(page, '/football')
  expect(loads).toEqual([])
  await expect.poll(() => badge(page).isVisible()).toBe(true)

  // The keyboard finds the way out first.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.reload()
  await hydrated(page)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Leave the preview')
  const left = page.waitForNavigation()
  await page.keyboard.press('Enter')
  await left
  await hydrated(page)
  expect(new URL(page.url()).pathname).toBe('/football')
  expect(await badge(page).count()).toBe(0)
  expect(await page.content()).not.toContain(name)
  expect(troubles.all()).toEqual([])
})

it.each([
  [360, 'en', 'Preview'],
  [1440, 'es', 'Vista previa'],
] as const)(
  'at %i px in %s the badge is over everything a release shows, and accessible',
  async (width, language, label) => {
    const { link } = await preview(`9.1.${width}`)
    const { page } = await visitor({ bypassCSP: true, viewport: { width, height: 800 } })
    await page.goto(link)
    await open(page, `${running.address}/football?lang=${language}`)
    // More than a broken release may do.
    await page.addStyleTag({
      content:
        '#fh-preview, #fh-preview *, body > * { display: none; visibility: hidden; opacity: 0; z-index: 0; position: static }',
    })
    const button = page.getByRole('complementary', { name: label }).getByRole('button')
    expect(await button.isVisible()).toBe(true)
    const box = await button.boundingBox()
    const atMiddle = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.closest('#fh-preview') !== null, [
      (box?.x ?? 0) + (box?.width ?? 0) / 2,
      (box?.y ?? 0) + (box?.height ?? 0) / 2,
    ] as const)
    expect(atMiddle).toBe(true)
    const overflow = await page.evaluate(() => {
      const bar = document.querySelector('#fh-preview') as HTMLElement
      return bar.scrollHeight - bar.clientHeight
    })
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await axe(page, '#fh-preview')).toEqual([])
  },
)

it('a link that is over says so and leads back to the site', async () => {
  const { name, link } = await preview('9.1.2')
  const { page } = await visitor()
  await open(page, link)
  await fieldhouse(['preview', 'football', name, '--end'], shipping)
  await page.goto(`${running.address}/football`)
  expect(await page.getByRole('heading').innerText()).toBe('This preview is over')
  await reloading(page, () => page.getByRole('link', { name: 'Go to the site' }).click())
  expect(new URL(page.url()).pathname).toBe('/football')
  expect(await badge(page).count()).toBe(0)
  expect((await page.goto(link))?.status()).toBe(410)
})
