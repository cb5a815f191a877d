import { withBrowser } from '../paint/browser.mjs'

/** How much slower than this machine the visitor's is. */
const SLOWER = 4

/** The collector of the development chain: 575 cards of each edition (devchain/chain/genesis). */
const COLLECTOR = 'vault.wam'
const FEWEST = 500

/** What the page is held to: cards in the document, milliseconds of a task while scrolling, and to the next paint. */
const MOST_SHOWN = 80
const LONGEST_TASK = 50
const SLOWEST_PAINT = 100

/** Screens that are scrolled, and the wheel's steps in each, a frame and a half apart. */
const SCREENS = 12
const STEPS = 8
const STEP_EVERY = 25

/** What somebody does on the wall, one after the other. */
const INTERACTIONS = [
  ['filter', (page) => page.locator('#fh-main fieldset button').nth(4).click()],
  ['unfilter', (page) => page.locator('#fh-main fieldset button').nth(4).click()],
  ['search', (page) => page.locator('#fh-main input[type=search]').pressSequentially('me', { delay: 200 })],
  [
    'clear',
    (page) =>
      page
        .locator('#fh-main input[type=search]')
        .press('Control+A')
        .then(() => page.keyboard.press('Delete')),
  ],
  ['panel', (page) => page.locator('#fh-main search > button').click()],
  ['position', (page) => page.locator('#fh-main search fieldset label').nth(2).click()],
  [
    'sort',
    async (page) => {
      await page.locator('#fh-main select').focus()
      await page.keyboard.press('ArrowDown')
    },
  ],
  ['open', (page) => page.locator('#fh-main ul[aria-label] a').first().click()],
  ['back', (page) => page.locator('#fh-main a[href$="/my-cards"]').first().click()],
]

/** The wall of somebody with more than 500 cards, scrolled and used on a slow machine. */
export async function measureCards(report, _context, site) {
  report.section(
    `My cards with ${FEWEST} cards and more, at CPU x${SLOWER}`,
    `${SCREENS} screens of an even wall scrolled by the wheel; a task of over ${LONGEST_TASK} ms is a long one`,
  )
  await withBrowser(async (browser) => {
    for (const [width, height] of [
      [360, 740],
      [1440, 900],
    ]) {
      const { cards, shown, longest, long, slowest, waits } = await use(browser, site, { width, height })
      const name = `${width} x ${height}`
      report.figure(`${name}: cards in the document`, String(shown), {
        beside: `of ${cards}`,
        target: `at most ${MOST_SHOWN}`,
        kept: cards >= FEWEST && shown <= MOST_SHOWN,
      })
      report.figure(
        `${name}: longest task while scrolling`,
        longest === 0 ? `under ${LONGEST_TASK} ms` : `${longest} ms`,
        {
          beside: `${long} long tasks`,
          target: `none over ${LONGEST_TASK} ms`,
          kept: long === 0,
        },
      )
      report.figure(`${name}: slowest interaction to the next paint`, `${slowest} ms`, {
        beside: waits,
        target: `under ${SLOWEST_PAINT} ms`,
        kept: slowest < SLOWEST_PAINT,
      })
    }
  })
}

async function use(browser, site, viewport) {
  const context = await browser.newContext({ locale: 'en-GB', viewport })
  try {
    await context.addInitScript((account) => {
      localStorage.setItem(
        'Anchor',
        JSON.stringify({ accountName: account, requestPermission: 'active', wallet: 'anchor' }),
      )
      window.long = []
      window.waits = []
      new PerformanceObserver((list) => window.long.push(...list.getEntries().map(({ duration }) => duration))).observe(
        {
          type: 'longtask',
        },
      )
      new PerformanceObserver((list) =>
        window.waits.push(
          ...list
            .getEntries()
            .filter(({ interactionId }) => interactionId > 0)
            .map(({ duration }) => duration),
        ),
      ).observe({ type: 'event', durationThreshold: 16 })
    }, COLLECTOR)
    const page = await context.newPage()
    await page.goto(`${site.address}/football/my-cards`)
    // The number of the cards; what stands for who has no user is not displayed.
    const heading = page.locator('#fh-main h2:visible').filter({ hasText: /\d{3}/ }).first()
    await heading.waitFor()
    const cards = Number((await heading.textContent()).replace(/\D/g, ''))
    await page.waitForLoadState('networkidle')
    await page.locator('#fh-main select').selectOption('number')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    // What the change of speed brings with it is no scrolling.
    await page.waitForTimeout(1500)
    await page.evaluate(() => window.long.splice(0))
    await page.mouse.move(viewport.width / 2, viewport.height / 2)
    let shown = 0
    for (let screen = 0; screen < SCREENS; screen++) {
      for (let step = 0; step < STEPS; step++) {
        await page.mouse.wheel(0, viewport.height / STEPS)
        await page.waitForTimeout(STEP_EVERY)
      }
      shown = Math.max(shown, await page.locator('#fh-main a svg[role=img]').count())
    }
    const long = await page.evaluate(() => window.long.splice(0))
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator('#fh-main select').selectOption('tier')
    await page.waitForTimeout(1500)
    const waits = []
    for (const [name, act] of INTERACTIONS) {
      await page.evaluate(() => window.waits.splice(0))
      await act(page)
      await page.waitForTimeout(800)
      const took = Math.max(0, ...(await page.evaluate(() => window.waits)))
      waits.push([name, took])
    }
    return {
      cards,
      shown,
      long: long.length,
      longest: Math.round(Math.max(0, ...long)),
      slowest: Math.max(...waits.map(([, took]) => took)),
      waits: waits.map(([name, took]) => `${name} ${took}`).join(', '),
    }
  } finally {
    await context.close()
  }
}
