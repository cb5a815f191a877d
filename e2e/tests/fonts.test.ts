import type { Page } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { hydrated, visitor } from '../harness/browser'
import { setMedian } from '../harness/chain'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import { linked } from '../harness/linked'
import { MEDIAN } from '../harness/purchase'
import { routes } from '../harness/routes'
import { site } from '../harness/site'

// A test that goes through all pages has as many to open.
vi.setConfig({ testTimeout: 240_000 })

// Nobody buys: what is left stays what it is.
const running = await site({ buyers: 0 })
let paths: string[]

beforeAll(async () => {
  await setMedian(running, MEDIAN)
  const [[, post], [football], [basketball]] = await Promise.all([
    linked(running, '/football/blog', '/football/blog/'),
    linked(running, '/football', '/football/drops/'),
    linked(running, '/basketball', '/basketball/drops/'),
  ])
  paths = [...routes.map(({ path }) => path), ...[post, football, basketball].filter((path) => path !== undefined)]
  expect(paths).toHaveLength(routes.length + 3)
})

/** Holds the page's fonts back. @returns what lets them come, and waits until they are there */
async function holdFonts(page: Page): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/*.woff2', (route) => held.then(() => route.continue()))
  return async () => {
    letGo()
    await page.waitForFunction(() => {
      const faces = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
      return faces.length === 2 && faces.every(({ status }) => status === 'loaded')
    })
  }
}

// Spanish words are the longer ones: they wrap where the window is narrow, and where the bar has the whole menu.
const cases = [
  { language: 'es', width: 360 },
  { language: 'en', width: 768 },
  { language: 'es', width: 1440 },
]

it.each(cases)('nothing moves in $language at $width pixels when fonts come late', async ({ language, width }) => {
  for (const path of paths) {
    const { page, context } = await visitor({ viewport: { width, height: 800 } })
    const letFontsCome = await holdFonts(page)
    await layoutShifts(page)
    // It is painted and alive before they are there, and loaded only then.
    await page.goto(`${running.address}${path}?lang=${language}`, { waitUntil: 'commit' })
    await page.locator('#fh-footer').waitFor({ state: 'attached' })
    await hydrated(page)
    await letFontsCome()
    expect(await shiftsOf(page), path).toEqual([])
    await context.close()
  }
})
