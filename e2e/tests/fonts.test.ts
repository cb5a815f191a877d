import { beforeAll, expect, it, vi } from 'vitest'
import { allIslands, holdBack, hydrated, visitor } from '../harness/browser'
import { setMedian } from '../harness/chain'
import { layoutShifts, shiftsOf } from '../harness/layout-shifts'
import { linked } from '../harness/linked'
import { MEDIAN } from '../harness/purchase'
import { basketballPages, routes } from '../harness/routes'
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
  const fixed = [...routes.map(({ path }) => path), ...basketballPages]
  paths = [...fixed, ...[post, football, basketball].filter((path) => path !== undefined)]
  expect(paths).toHaveLength(fixed.length + 3)
})

// Spanish words are the longer ones: they wrap where the window is narrow, and where the bar has the whole menu.
const cases = [
  { language: 'es', width: 360 },
  { language: 'en', width: 768 },
  { language: 'es', width: 1440 },
]

it.each(cases)(
  'nothing moves in $language at $width pixels when fonts come late, nor as islands come to life',
  async ({ language, width }) => {
    const { page } = await visitor({ viewport: { width, height: 800 } })
    await layoutShifts(page)
    for (const path of paths) {
      const letFontsCome = await holdBack(page, '**/*.woff2')
      // It is painted and alive before they are there, and loaded only then.
      await page.goto(`${running.address}${path}?lang=${language}`, { waitUntil: 'commit' })
      await page.locator('#fh-footer').waitFor({ state: 'attached' })
      await hydrated(page)
      letFontsCome()
      await page.waitForFunction(() => {
        const faces = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
        return faces.length === 2 && faces.every(({ status }) => status === 'loaded')
      })
      expect(await shiftsOf(page), path).toEqual([])
      // What comes to life in the pages of sales, their own tests look at.
      if (!/^\/\w+\/[\w-]+$/.test(path)) continue
      await allIslands(page)
      expect(await shiftsOf(page), `${path}, as its islands come to life`).toEqual([])
    }
  },
)
