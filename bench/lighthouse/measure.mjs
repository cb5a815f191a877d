import { join } from 'node:path'
import { NOT_FOUND, pagesOf } from '../../e2e/pages.mjs'
import { install } from '../../scripts/lib/install.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { Progress } from '../../scripts/lib/progress.mjs'
import { withBrowser } from '../paint/browser.mjs'
import { median, spread } from '../report/figures.mjs'
import { missedOf, scoreOf } from './scores.mjs'

/** The routes that are looked at in both languages: what visitors come to first. */
const IN_BOTH_LANGUAGES = [
  '/',
  '/football',
  '/basketball',
  '/football/drops/:id',
  '/football/cards',
  '/football/faq',
  '/football/blog/:slug',
]
const LANGUAGES = ['', '?lang=es']

const ROUNDS = 3

/** The targets: milliseconds, and of 100. */
const MOST_BLOCKING = 100
const MOST_LCP = 1350
const LEAST_PERFORMANCE = 100

/** The categories that do not depend on how a page is loaded: one load tells them. */
const OF_ONE_LOAD = ['accessibility', 'best-practices', 'seo']

/**
 * Lighthouse's figures of every route, for a phone: it loads the page unthrottled, and simulates a line of 1.6 Mbit/s and
 * 150 ms and a processor a quarter as fast. Its packages stand apart from the workspace's: only who measures installs them.
 */
export async function measureLighthouse(report, _context, site) {
  await install(new Progress(), join(root, 'bench', 'lighthouse'))
  const { default: lighthouse } = await import('lighthouse')
  report.section(
    `Lighthouse, mobile (median of ${ROUNDS} loads, and spread, ms)`,
    'blocking: total blocking time; scores: of 100, performance of all loads, the others of one, with each audit that keeps a',
    'page from its target',
  )
  for (const { path, isListed } of await visitsOf(site.address)) {
    // What search engines are told to leave out is none of their matter.
    const categories = OF_ONE_LOAD.filter((category) => isListed || category !== 'seo')
    const loads = []
    for (let round = 0; round < ROUNDS; round++)
      loads.push(await load(lighthouse, site.address + path, round === 0 ? categories : []))
    const of = (name) => loads.map((load) => load[name])
    const blocking = median(of('blocking'))
    report.figure(`${path} blocking`, spread(of('blocking')), {
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
    reportScores(report, path, loads, categories)
  }
}

function reportScores(report, path, loads, categories) {
  const performances = loads.map(({ lhr }) => scoreOf(lhr, 'performance'))
  const performance = median(performances)
  report.figure(`${path} performance`, spread(performances), {
    target: `at least ${LEAST_PERFORMANCE}`,
    kept: performance >= LEAST_PERFORMANCE,
  })
  if (performance < LEAST_PERFORMANCE) {
    const typical = loads.find(({ lhr }) => scoreOf(lhr, 'performance') <= performance)
    for (const missed of missedOf(typical.lhr, 'performance')) report.note(`${path} ${missed}`)
  }
  const scores = categories.map((category) => scoreOf(loads[0].lhr, category))
  const kept = scores.every((score) => score === 100)
  report.figure(`${path} categories`, scores.join(' '), { beside: categories.join(', '), target: '100 each', kept })
  for (const category of categories)
    for (const missed of missedOf(loads[0].lhr, category)) report.note(`${path} ${missed}`)
}

/** A page of every route, those that visitors come to first in each language. */
async function visitsOf(address) {
  const routes = new Map()
  for (const page of await pagesOf(address)) if (!routes.has(page.route)) routes.set(page.route, page)
  routes.delete(NOT_FOUND)
  const missing = IN_BOTH_LANGUAGES.filter((route) => !routes.has(route))
  if (missing.length > 0) throw new Error(`the releases have no page at ${missing.join(', ')}`)
  return [...routes].flatMap(([route, { path, isListed }]) =>
    (IN_BOTH_LANGUAGES.includes(route) ? LANGUAGES : ['']).map((language) => ({ path: path + language, isListed })),
  )
}

/** One visit with a browser of its own, so that nothing is left of the one before. @param categories besides performance */
async function load(lighthouse, address, categories) {
  const port = await freePort()
  const flags = [`--remote-debugging-port=${port}`]
  return withBrowser(async () => {
    const options = { port, output: 'json', logLevel: 'error', onlyCategories: ['performance', ...categories] }
    const { lhr } = await lighthouse(address, options)
    if (lhr.runtimeError) throw new Error(`measuring ${address}: ${lhr.runtimeError.message}`)
    const value = (audit) => lhr.audits[audit].numericValue
    return {
      lhr,
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
    }
  }, flags)
}
