import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onStop } from '../scripts/lib/child.mjs'
import { binary, dist, editions, gatewayBinary, state } from '../scripts/lib/paths.mjs'
import { main, Problem } from '../scripts/lib/problem.mjs'
import { startSite, takeReleases } from '../scripts/lib/site.mjs'
import { measureRows } from './cache/cpu.mjs'
import { measureLatency } from './cache/latency.mjs'
import { measureCards } from './cards/measure.mjs'
import { measureHostile } from './hostile/measure.mjs'
import { measureLighthouse } from './lighthouse/measure.mjs'
import { measureLink } from './link/measure.mjs'
import { measureLogin } from './login/measure.mjs'
import { measureOpening } from './opening/measure.mjs'
import { measurePaint } from './paint/measure.mjs'
import { measureChoosing } from './process/choosing.mjs'
import { measurePages, namedSite } from './process/pages.mjs'
import { measureStart } from './process/start.mjs'
import { buildTools } from './process/tools.mjs'
import { Report } from './report/report.mjs'
import { measureReturning } from './returning/measure.mjs'
import { measureScripts } from './scripts/measure.mjs'
import { measureShip } from './ship/measure.mjs'

const PARTS = [
  'scripts',
  'paint',
  'cards',
  'lighthouse',
  'login',
  'cpu',
  'latency',
  'hostile',
  'link',
  'opening',
  'start',
  'returning',
  'ship',
]

const USAGE = `node bench/run.mjs [--only scripts,paint,cards,lighthouse,login,cpu,latency,hostile,link,opening,start,returning,ship] [--rounds 7] [--requests 20000] [--buyers 2000] [--port 18210]

BASE_URL=http://localhost:8080  measure a site that runs (scripts, paint, cards, lighthouse and login; the pages' cpu with GATEWAY_PID as well)
FIELDHOUSE_BINARY=path          another gateway than .fieldhouse/bin/fieldhouse (the whole site runs on fieldhouse-dev)`

/**
 * The benchmarks of the gateway and its pages: each figure beside its floor or its peer, measured in the same run, and the
 * figure it is meant to keep. Everything must be built (`npm run bench` does that first).
 */
main(async () => {
  const options = readOptions()
  onStop(() => process.exit(130))
  await mkdir(join(state, 'bench'), { recursive: true })
  const folder = await mkdtemp(join(state, 'bench', 'run-'))
  const report = new Report()
  try {
    const gateway = process.env.FIELDHOUSE_BINARY ?? gatewayBinary('fieldhouse')
    const context = { ...options, folder, gateway, store: join(folder, 'store') }
    const needsTools = ['start', 'cpu', 'latency', 'hostile', 'link', 'opening'].some((part) => options.parts.has(part))
    const tools = needsTools ? await buildTools() : null
    // Before the site: what is measured from its start must not share the machine with it.
    if (options.parts.has('start')) {
      await fillStore(context)
      await measureStart(report, context, tools)
    }
    if (options.parts.has('cpu')) await measureRows(report, context, tools)
    if (options.parts.has('latency')) await measureLatency(report, context, tools)
    if (options.parts.has('hostile')) await measureHostile(report, context, tools)
    if (options.parts.has('link')) await measureLink(report, context, tools)
    if (options.parts.has('opening')) await measureOpening(report, context, tools)
    if (options.parts.has('returning')) await measureReturning(report)
    if (options.parts.has('ship')) {
      await fillStore(context)
      await measureShip(report, context)
    }
    if (options.parts.has('cpu')) {
      await fillStore(context)
      await measureChoosing(report)
      await measurePages(report, context, tools)
    }
    if (['scripts', 'paint', 'cards', 'lighthouse', 'login'].some((part) => options.parts.has(part))) {
      const site = await openSite(context)
      try {
        if (options.parts.has('scripts')) await measureScripts(report, context, site)
        if (options.parts.has('paint')) await measurePaint(report, context, site)
        if (options.parts.has('cards')) await measureCards(report, context, site)
        if (options.parts.has('lighthouse')) await measureLighthouse(report, context, site)
        if (options.parts.has('login')) await measureLogin(report, context, site)
      } finally {
        await site.stop()
      }
    }
    report.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: PARTS.join() },
      rounds: { type: 'string', default: '7' },
      requests: { type: 'string', default: '20000' },
      buyers: { type: 'string', default: '2000' },
      port: { type: 'string', default: '18210' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  const parts = new Set(values.only.split(','))
  for (const part of parts) {
    if (!PARTS.includes(part))
      throw new Problem(`--only names ${JSON.stringify(part)}: use some of ${PARTS.join(', ')}.`)
  }
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Problem(
      `The benchmarks build their floors with the project's own Node 24 and this is ${process.version}: run npm run bench.`,
    )
  const number = (name, least, most) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Problem(`--${name} is ${JSON.stringify(values[name])}: give a number from ${least} to ${most}.`)
    return value
  }
  return {
    parts,
    rounds: number('rounds', 1, 99),
    requests: number('requests', 1000, 1e7),
    buyers: number('buyers', 20, 3000),
    port: number('port', 1024, 65_500),
  }
}

async function fillStore({ gateway, store }) {
  if (existsSync(store)) return
  const missing = [gateway, binary, ...editions.map((edition) => dist(edition))].filter((path) => !existsSync(path))
  if (missing.length > 0)
    throw new Problem(`Not built: ${missing.join(', ')}; run npm run bench, which builds everything first.`)
  await takeReleases(
    editions.map((edition) => dist(edition)),
    store,
  )
}

/** The site that BASE_URL names, else one of our own with the shipped configuration on the development chain. */
async function openSite(context) {
  const named = namedSite()
  if (named) return named
  await fillStore(context)
  return startSite({ port: context.port, store: context.store, log: join(context.folder, 'gateway.log') })
}
