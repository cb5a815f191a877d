import { median, spread } from '../report/figures.mjs'
import { withBrowser } from './browser.mjs'
import { clickAndWatch, observePaint } from './observe.mjs'

const PATHS = ['/', '/football', '/football/faq', '/basketball']
const ROUNDS = 5
const ROUNDS_OF_A_WAY = 3

/** From where to where a visitor goes: between editions, within one, and to a page of markup alone. */
const WAYS = [
  ['/', '/football'],
  ['/football', '/basketball'],
  ['/football', '/football/faq'],
]

/** Of a full load's time that going there in the page may take. */
const MOST_OF_A_LOAD = 0.5

/** The throttled line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip; and a CPU a quarter as fast. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const CPU_SLOWDOWN = 4

/** How long after it came to life a page is looked at for late shifts and long tasks, milliseconds. */
const AFTERMATH = 2000
const LOAD_TIMEOUT = 60_000

/** First pages on a throttled line, and going from page to page beside loading the same page in full. */
export async function measurePaint(report, _context, site) {
  report.section(
    `First pages on a throttled line (1.6 Mbit/s, 150 ms, CPU x4; median of ${ROUNDS} cold loads and spread, ms)`,
    'interactive: React owns the header and the islands that are seen or wait for nobody, so presses are heard; quiet: the',
    'last task over 50 ms has ended',
  )
  await withBrowser(async (browser) => {
    for (const path of PATHS) {
      const loads = []
      for (let round = 0; round < ROUNDS; round++) loads.push(await load(browser, site.address + path))
      reportPath(report, path, loads)
    }
    report.section(
      `From the click on a link to the page that can be used (CPU x4, 150 ms; median of ${ROUNDS_OF_A_WAY} and spread, ms)`,
      'in the page: the pointer was not on the link before; peer: the browser loads the same page in full, with its copies',
      'of scripts and fonts; warmed: the pointer was on it, so that the page is there',
    )
    for (const [from, to] of WAYS) {
      const times = { page: [], full: [], warmed: [] }
      for (let round = 0; round < ROUNDS_OF_A_WAY; round++) {
        // They take turns in going first, so that what the machine does meanwhile meets all alike.
        const order = round % 2 === 0 ? ['page', 'full', 'warmed'] : ['warmed', 'full', 'page']
        for (const how of order) times[how].push(await go(browser, site.address, from, to, how))
      }
      const of = (how, name) => times[how].map((time) => time[name])
      const ratio = median(of('page', 'alive')) / median(of('full', 'alive'))
      report.figure(`${from} to ${to}`, spread(of('page', 'alive')), {
        beside: `in full ${spread(of('full', 'alive'))}, ${ratio.toFixed(2)} times`,
        target: `at most ${MOST_OF_A_LOAD} times`,
        kept: ratio <= MOST_OF_A_LOAD,
      })
      report.figure(`${from} to ${to}, painted`, spread(of('page', 'painted')), {
        beside: `in full ${spread(of('full', 'painted'))}`,
      })
      report.figure(`${from} to ${to}, warmed`, spread(of('warmed', 'alive')), {
        beside: `painted ${spread(of('warmed', 'painted'))}`,
      })
    }
  })
}

function reportPath(report, path, loads) {
  const of = (name) => loads.map((load) => load[name])
  for (const [name, title] of [
    ['lcp', 'LCP'],
    ['interactive', 'interactive'],
    ['quiet', 'quiet'],
  ])
    report.figure(`${path} ${title}`, spread(of(name)))
  const worst = Math.max(...of('cls'))
  report.figure(`${path} CLS, worst load`, worst.toFixed(4), { target: 'exactly 0', kept: worst === 0 })
  const moved = new Set(of('moved').flat())
  if (moved.size > 0) report.note(`${path} what moved: ${[...moved].slice(0, 8).join(', ')}`)
  report.note(`${path} largest paint is ${loads.at(-1).lcpElement} px`)
}

/** Lends a page of a visitor with empty caches, on a slow machine and a slow line. */
async function onThrottledLine(browser, address, use) {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.addInitScript(observePaint)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(address, { waitUntil: 'load', timeout: LOAD_TIMEOUT })
    await untilAlive(page)
    return await use(page)
  } catch (cause) {
    throw new Error(`loading ${address} on the throttled line`, { cause })
  } finally {
    await context.close()
  }
}

/** One visit. Times are milliseconds from the navigation's start. */
const load = (browser, address) =>
  onThrottledLine(browser, address, async (page) => {
    await page.waitForTimeout(AFTERMATH)
    const { lcp, lcpElement, cls, moved, lastLongTask, alive } = await page.evaluate(() => window.paintSeen)
    return { lcp, lcpElement, cls, moved, interactive: alive, quiet: Math.max(alive, lastLongTask) }
  })

/**
 * Goes to another page.
 * @returns milliseconds from the click to the frame in which the next page's heading stands, and until it is alive
 */
const go = (browser, address, from, to, how) =>
  onThrottledLine(browser, address + from, async (page) => {
    if (how === 'full') {
      // What a visitor's browser has by then: the scripts and fonts of that page too.
      await page.goto(address + to, { waitUntil: 'load', timeout: LOAD_TIMEOUT })
      await untilAlive(page)
      await page.goto(address + from, { waitUntil: 'load', timeout: LOAD_TIMEOUT })
      await untilAlive(page)
    }
    await page.waitForTimeout(AFTERMATH)
    if (how === 'warmed') {
      const warmed = page.waitForResponse((response) => response.url().includes('/_page?'), { timeout: LOAD_TIMEOUT })
      await page.evaluate(addLink, to)
      await page.locator('#bench-link').hover({ timeout: LOAD_TIMEOUT })
      await (await warmed).finished()
    } else await page.evaluate(addLink, to)
    const clicked = await page.evaluate(clickAndWatch, how === 'full')
    await page.waitForFunction(
      ([path, inFull]) => {
        const painted = inFull ? window.paintSeen.first : window.nextPainted
        return location.pathname === path && painted > 0 && window.paintSeen.alive > painted
      },
      [to, how === 'full'],
      { timeout: LOAD_TIMEOUT },
    )
    return page.evaluate((clicked) => {
      const since = performance.timeOrigin - clicked
      const { first, alive } = window.paintSeen
      return { painted: since + (window.nextPainted ?? first), alive: since + alive }
    }, clicked)
  })

const untilAlive = (page) =>
  page.waitForFunction(() => window.paintSeen.alive > 0, undefined, { timeout: LOAD_TIMEOUT })

/** A link of the page's own kind, wherever it is scrolled to. */
function addLink(href) {
  const link = Object.assign(document.createElement('a'), { href, id: 'bench-link', textContent: href })
  Object.assign(link.style, { position: 'fixed', insetBlockStart: '0', insetInlineStart: '0', zIndex: '99' })
  document.body.append(link)
}
