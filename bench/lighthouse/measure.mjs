import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { install } from '../../scripts/lib/install.mjs'
import { dist, editions, root } from '../../scripts/lib/paths.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { Progress } from '../../scripts/lib/progress.mjs'
import { withBrowser } from '../paint/browser.mjs'
import { median, spread } from '../report/figures.mjs'
import { processorBlocking } from './blocking.mjs'

const ROUNDS = 3

/** The targets, milliseconds. */
const MOST_BLOCKING = 100
const MOST_LCP = 1600

/**
 * Lighthouse's figures of every route, for a phone: it loads the page unthrottled, and simulates a line of 1.6 Mbit/s and
 * 150 ms and a processor a quarter as fast. Its packages stand apart from the workspace's: only who measures installs them.
 */
export async function measureLighthouse(report, _context, site) {
  await install(new Progress(), join(root, 'bench', 'lighthouse'))
  const { default: lighthouse } = await import('lighthouse')
  report.section(
    `Lighthouse, mobile (median of ${ROUNDS} loads and spread, ms)`,
    'blocking: total blocking time, by the clock; of processor: the same of the time that the page had a processor, which',
    'is no other process’s',
  )
  for (const path of await routes()) {
    const loads = []
    for (let round = 0; round < ROUNDS; round++) loads.push(await load(lighthouse, site.address + path))
    const of = (name) => loads.map((load) => load[name])
    const blocking = median(of('blocking'))
    report.figure(`${path} blocking`, spread(of('blocking')), {
      beside: `of processor ${spread(of('processor'))}`,
      target: `at most ${MOST_BLOCKING}`,
      kept: blocking <= MOST_BLOCKING,
    })
    report.figure(`${path} LCP`, spread(of('lcp')), {
      beside: `first paint ${spread(of('fcp'))}`,
      target: `at most ${MOST_LCP}`,
      kept: median(of('lcp')) <= MOST_LCP,
    })
    const shift = Math.max(...of('cls'))
    report.figure(`${path} CLS, worst load`, shift.toFixed(4), { target: 'exactly 0', kept: shift === 0 })
  }
}

/** Every route of the built releases but those of items. */
async function routes() {
  const manifests = await Promise.all(
    editions.map(async (edition) => JSON.parse(await readFile(join(dist(edition), 'release.json'), 'utf8'))),
  )
  return manifests.flatMap(({ routes = [] }) => routes.filter(({ item }) => !item).map(({ path }) => path))
}

/** One visit with a browser of its own, so that nothing is left of the one before. */
async function load(lighthouse, address) {
  const port = await freePort()
  const flags = [`--remote-debugging-port=${port}`]
  return withBrowser(async () => {
    const options = { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] }
    const { lhr, artifacts } = await lighthouse(address, options)
    if (lhr.runtimeError) throw new Error(`measuring ${address}: ${lhr.runtimeError.message}`)
    const value = (audit) => lhr.audits[audit].numericValue
    return {
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      processor: processorBlocking(artifacts.Trace.traceEvents),
    }
  }, flags)
}
