import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium as playwright } from 'playwright-core'
import { chromium } from '../scripts/lib/chromium.mjs'
import { dist, editions, state } from '../scripts/lib/paths.mjs'
import { main } from '../scripts/lib/problem.mjs'
import { requireSitePorts, sitePort } from '../scripts/lib/requirements.mjs'
import { startSite, takeReleases } from '../scripts/lib/site.mjs'

const WIDTHS = [360, 768, 1440, 1920]
const THEMES = ['dark', 'light']
const LANGUAGES = ['en', 'es']
const PATHS = [
  '/',
  '/football',
  '/football/daily-fantasy',
  '/football/cards',
  '/football/card-rental',
  '/football/tokenomics',
  '/football/team',
  '/football/superbowl',
  '/football/blog',
  '/football/faq',
  '/terms',
  '/privacy',
  '/cookies',
  '/football/drops/1',
  '/football/drops/2',
  '/football/drops/3',
  '/football/drops/4',
  '/basketball',
  '/basketball/cards',
  '/basketball/drops/5',
  '/nothing',
]

/**
 * `npm run screenshots [path ...]`: pictures of all pages, or of the given
 * ones, as they were last built, in every width, theme and language, into
 * `.fieldhouse/screenshots`, for people to look at. The full-screen menu and
 * an open dropdown are among them.
 */
main(async () => {
  const given = process.argv.slice(2)
  const port = sitePort()
  await requireSitePorts(port, 'npm run screenshots')
  const folder = join(state, 'screenshots')
  await mkdir(folder, { recursive: true })
  const temporary = await mkdtemp(join(state, 'screenshots-'))
  const store = join(temporary, 'store')
  await takeReleases(
    editions.map((edition) => dist(edition)),
    store,
  )
  const site = await startSite({
    port: sitePort(),
    store,
    log: join(temporary, 'gateway.log'),
    onWarning: console.error,
  })
  const browser = await playwright.launch({ ...(await chromium()), headless: true })
  let count = 0
  for (const width of WIDTHS) {
    for (const colorScheme of THEMES) {
      const context = await browser.newContext({
        viewport: { width, height: width < 600 ? 740 : 900 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const language of LANGUAGES) {
        for (const path of given.length > 0 ? given : PATHS) {
          await page.goto(`${site.address}${path}?lang=${language}`, { waitUntil: 'networkidle' })
          const name = (suffix = '') =>
            join(
              folder,
              `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')}-${width}-${colorScheme}-${language}${suffix}.png`,
            )
          await page.screenshot({ path: name(), fullPage: true })
          count++
          if (path !== '/football') continue
          const opener = page
            .locator(
              width < 768
                ? '#fh-header button[aria-haspopup="dialog"]'
                : '#fh-header header button[aria-expanded]:visible',
            )
            .first()
          if (!(await opener.isVisible())) continue
          await opener.click()
          await page.screenshot({ path: name('-menu') })
          count++
        }
      }
      await context.close()
    }
  }
  await browser.close()
  await site.stop()
  await rm(temporary, { recursive: true, force: true })
  console.log(`${count} pictures in ${folder}`)
  return 0
})
