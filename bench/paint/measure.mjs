import { median, spread } from '../report/figures.mjs'
import { withBrowser } from './browser.mjs'
import { observePaint } from './observe.mjs'
import { startProxy } from './proxy.mjs'

const PATHS = ['/', '/football', '/basketball']
const ROUNDS = 5

/** The throttled line: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip; and a CPU a quarter as fast. */
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const CPU_SLOWDOWN = 4

/** How long after it came to life a page is looked at for late shifts and long tasks, milliseconds. */
const AFTERMATH = 2000
const LOAD_TIMEOUT = 60_000

/** LCP, time to interactive and CLS on a throttled line, beside the same page rendered by the client alone. */
export async function measurePaint(report, _context, site) {
  report.section(
    'Paint on a throttled line (1.6 Mbit/s, 150 ms, CPU x4; median of 5 cold loads and spread, ms)',
    'peer: the same page through the same proxy with its fragments emptied, so that the client renders it alone',
    'interactive: React owns header, main and footer, so clicks are heard; quiet: the last task over 50 ms has ended',
  )
  const proxies = {
    prerendered: await startProxy(site.address, { withFragments: true }),
    client: await startProxy(site.address, { withFragments: false }),
  }
  try {
    await withBrowser(async (browser) => {
      for (const path of PATHS) {
        const loads = { prerendered: [], client: [] }
        for (let round = 0; round < ROUNDS; round++) {
          // They take turns in going first, so that what the machine does meanwhile meets both alike.
          const order = round % 2 === 0 ? ['prerendered', 'client'] : ['client', 'prerendered']
          for (const form of order) loads[form].push(await load(browser, proxies[form].address + path))
        }
        reportPath(report, path, loads)
      }
    })
  } finally {
    await Promise.all(Object.values(proxies).map((proxy) => proxy.close()))
  }
}

function reportPath(report, path, { prerendered, client }) {
  const of = (loads, name) => loads.map((load) => load[name])
  const ratio = (name) => median(of(prerendered, name)) / median(of(client, name))
  const times = (name) => `client alone ${spread(of(client, name))}, ${ratio(name).toFixed(2)} times`
  report.figure(`${path} LCP`, spread(of(prerendered, 'lcp')), {
    beside: times('lcp'),
    target: 'under half of the peer',
    kept: ratio('lcp') < 0.5,
  })
  report.figure(`${path} interactive`, spread(of(prerendered, 'interactive')), { beside: times('interactive') })
  report.figure(`${path} quiet`, spread(of(prerendered, 'quiet')), { beside: times('quiet') })
  const worst = Math.max(...of(prerendered, 'cls'))
  report.figure(`${path} CLS, worst load`, worst.toFixed(4), {
    beside: `client alone ${Math.max(...of(client, 'cls')).toFixed(4)}`,
    target: '0.000',
    kept: worst < 0.0005,
  })
  const moved = new Set(of(prerendered, 'moved').flat())
  if (moved.size > 0) report.note(`${path} what moved: ${[...moved].slice(0, 8).join(', ')}`)
  report.note(
    `${path} largest paint is ${prerendered.at(-1).lcpElement} px, client alone ${client.at(-1).lcpElement} px`,
  )
}

/** One visit with empty caches. Times are milliseconds from the navigation's start. */
async function load(browser, address) {
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
    await page.waitForTimeout(AFTERMATH)
    const { lcp, lcpElement, cls, moved, lastLongTask, alive } = await page.evaluate(() => window.paintSeen)
    return { lcp, lcpElement, cls, moved, interactive: alive, quiet: Math.max(alive, lastLongTask) }
  } catch (cause) {
    throw new Error(`loading ${address} on the throttled line`, { cause })
  } finally {
    await context.close()
  }
}
