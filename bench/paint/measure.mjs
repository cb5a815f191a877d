import { median, spread } from '../report/figures.mjs'
import { withBrowser } from './browser.mjs'
import { observePaint, watchClick } from './observe.mjs'

const ROUNDS = 3

/** From where to where a visitor goes: between editions, within one, and to a page of markup alone. */
const WAYS = [
  ['/', '/football'],
  ['/football', '/basketball'],
  ['/football', '/football/faq'],
]

/** Of a full load's time that going there in the page may take. */
const MOST_OF_A_LOAD = 0.5

/** How long the pointer rests on a link before the press, and how long the press takes, milliseconds: what a quick hand needs. */
const REST = 100
const PRESS = 80

/** The throttled line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip; and a CPU a quarter as fast. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const CPU_SLOWDOWN = 4

/** How long a page that is alive is left alone before it is left, milliseconds. */
const AFTERMATH = 2000
const LOAD_TIMEOUT = 60_000

/** Going from page to page beside loading the same page in full. First pages are Lighthouse's. */
export async function measurePaint(report, _context, site) {
  report.section(
    `From the click on a link to the next page (CPU x4, 150 ms; median of ${ROUNDS} and spread, ms)`,
    `pressed: the pointer comes to the link, rests there ${REST} ms and is down for ${PRESS}; at once: a script clicks, with no`,
    'sign before, so that nothing is fetched ahead, which no hand and no keyboard does; peer: after the same press the browser',
    'loads the page in full. Nothing of the next page is in a cache, its document, code and styles alike; what it shares with',
    'the page before is. painted: the frame that has its heading; alive: React owns what is seen of it, so that presses are heard',
  )
  await withBrowser(async (browser) => {
    for (const [from, to] of WAYS) {
      const times = { pressed: [], full: [], atOnce: [] }
      for (let round = 0; round < ROUNDS; round++) {
        // They take turns in going first, so that what the machine does meanwhile meets all alike.
        const order = round % 2 === 0 ? ['pressed', 'full', 'atOnce'] : ['atOnce', 'full', 'pressed']
        for (const how of order) times[how].push(await go(browser, site.address, from, to, how))
      }
      const of = (how, name) => times[how].map((time) => time[name])
      const figure = (how, name, target) => {
        const [time, full] = [median(of(how, name)), median(of('full', name))]
        report.figure(`${from} to ${to}, ${how === 'pressed' ? '' : 'at once, '}${name}`, spread(of(how, name)), {
          beside: `in full ${spread(of('full', name))}, ${(time / full).toFixed(2)} times`,
          ...(target && { target: `at most ${target} times`, kept: time <= target * full }),
        })
      }
      figure('pressed', 'painted', MOST_OF_A_LOAD)
      figure('pressed', 'alive', MOST_OF_A_LOAD)
      figure('atOnce', 'painted')
      figure('atOnce', 'alive')
    }
  })
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
    await page.waitForFunction(() => window.paintSeen.alive > 0, undefined, { timeout: LOAD_TIMEOUT })
    return await use(page)
  } catch (cause) {
    throw new Error(`loading ${address} on the throttled line`, { cause })
  } finally {
    await context.close()
  }
}

/**
 * Goes to another page.
 * @returns milliseconds from the click to the frame in which the next page's heading stands, and until it is alive
 */
const go = (browser, address, from, to, how) =>
  onThrottledLine(browser, address + from, async (page) => {
    // Who comes to a link has moved the pointer before: what the page fetches at the first sign of a visitor is there.
    await page.mouse.move(500, 400)
    await page.mouse.move(510, 410)
    await page.waitForTimeout(AFTERMATH)
    await page.evaluate(addLink, to)
    await page.evaluate(watchClick, how === 'full')
    if (how === 'atOnce') await page.evaluate(() => setTimeout(() => document.getElementById('bench-link').click()))
    else {
      await page.locator('#bench-link').hover({ timeout: LOAD_TIMEOUT })
      await page.waitForTimeout(REST)
      await page.mouse.down()
      await page.waitForTimeout(PRESS)
      await page.mouse.up()
    }
    await page.waitForFunction(
      ([path, inFull]) => {
        const painted = inFull ? window.paintSeen.first : window.nextPainted
        return location.pathname === path && painted > 0 && window.paintSeen.alive > painted
      },
      [to, how === 'full'],
      { timeout: LOAD_TIMEOUT },
    )
    return page.evaluate(() => {
      const since = performance.timeOrigin - Number(sessionStorage.getItem('bench-clicked'))
      const { first, alive } = window.paintSeen
      return { painted: since + (window.nextPainted ?? first), alive: since + alive }
    })
  })

/** A link of the page's own kind, wherever it is scrolled to. */
function addLink(href) {
  const link = Object.assign(document.createElement('a'), { href, id: 'bench-link', textContent: href })
  Object.assign(link.style, { position: 'fixed', insetBlockStart: '0', insetInlineStart: '0', zIndex: '99' })
  document.body.append(link)
}
