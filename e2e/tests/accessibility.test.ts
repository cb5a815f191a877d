import { describe, expect, it } from 'vitest'
import { axe } from '../harness/axe'
import { open, visitor } from '../harness/browser'
import { mainPaths, routes } from '../harness/routes'
import { site } from '../harness/site'

const running = await site()

/** The pages that a visitor comes to from those they land on. */
const inner = [...routes.filter(({ path }) => !mainPaths.includes(path)), { path: '/basketball/cards' }]

describe.each(['dark', 'light'] as const)('in the %s theme', (colorScheme) => {
  it.each([...mainPaths, '/nothing'])('%s has no serious violation that axe finds', async (path) => {
    for (const width of [360, 1440]) {
      // The policy of the page refuses a script from outside; the check is no part of the page.
      const { page } = await visitor({
        colorScheme,
        bypassCSP: true,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      await open(page, `${running.address}${path}`)
      const violations = (await axe(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(violations, `${width} pixels`).toEqual([])
    }
  })
})

it.each(inner)(
  '$path has no serious violation: at 360 px, dark and English, and at 1440 px, light and Spanish',
  async ({ path }) => {
    for (const [width, colorScheme, language] of [
      [360, 'dark', 'en'],
      [1440, 'light', 'es'],
    ] as const) {
      const { page } = await visitor({
        colorScheme,
        bypassCSP: true,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      })
      await open(page, `${running.address}${path}?lang=${language}`)
      // What is closed is looked at too.
      for (const answer of await page.locator('#fh-main details').all()) {
        await answer.evaluate((element) => element.setAttribute('open', ''))
      }
      const violations = (await axe(page)).filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(violations, `${width} pixels`).toEqual([])
    }
  },
)

it.each(routes)('$path has landmarks, one heading of the first level and no level skipped', async ({ path }) => {
  const { page } = await visitor()
  await open(page, `${running.address}${path}`)
  expect(await page.locator('main').count()).toBe(1)
  expect(await page.locator('header').count()).toBeGreaterThan(0)
  expect(await page.locator('footer').count()).toBeGreaterThan(0)
  const levels = await page
    .locator('h1, h2, h3, h4, h5, h6')
    .evaluateAll((headings) => headings.map((heading) => Number(heading.nodeName[1])))
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  for (const [index, level] of levels.entries()) {
    if (index > 0) expect(level - (levels[index - 1] ?? 0), `heading ${index}`).toBeLessThanOrEqual(1)
  }
})

it.each([320, 360, 768, 1440])('no page scrolls sideways at %i pixels', async (width) => {
  for (const { path } of routes) {
    const { page } = await visitor({ viewport: { width, height: 800 } })
    await open(page, `${running.address}${path}?lang=es`)
    const wide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return []
      const out = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
      )
      return out
        .map((element) => `${element.nodeName}.${element.className} ${element.textContent?.trim().slice(0, 40)}`)
        .slice(0, 8)
    })
    expect(wide, path).toEqual([])
  }
})
