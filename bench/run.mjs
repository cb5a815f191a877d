import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { binary, dist, editions, gatewayBinary } from '../scripts/lib/paths.mjs'
import { main, Problem } from '../scripts/lib/problem.mjs'
import { startSite, takeReleases } from '../scripts/lib/site.mjs'
import { measureRows } from './cache/cpu.mjs'
import { measureLatency } from './cache/latency.mjs'
import { measureCapacity } from './capacity/measure.mjs'
import { measureComposer } from './composer/measure.mjs'
import { measureLighthouse } from './lighthouse/measure.mjs'
import { measureLink } from './link/measure.mjs'
import { measureHostile, measureOpening } from './opening/measure.mjs'
import { measurePaint } from './paint/measure.mjs'
import { measureChoosing } from './process/go.mjs'
import { measureIdle } from './process/idle.mjs'
import { measurePages, namedSite } from './process/pages.mjs'
import { measureStart } from './process/start.mjs'
import { buildTools, inFolder, readOptions } from './process/tools.mjs'
import { Report } from './report/report.mjs'
import { measureReturning } from './returning/measure.mjs'
import { measureShip } from './ship/measure.mjs'
import { measureStage } from './stage/measure.mjs'

/**
 * What is measured, in this order: what is measured from its start must not share the machine with a site. `store` is for
 * those that need the built releases in one, `site` for those of a site that runs, `proc` for those that read of processes
 * what only Linux has.
 */
const PARTS = {
  start: { measure: measureStart, store: true },
  idle: { measure: measureIdle, store: true, proc: true },
  cpu: { measure: measureCPU, store: true, proc: true },
  latency: { measure: measureLatency },
  hostile: { measure: measureHostile, proc: true },
  link: { measure: measureLink, proc: true },
  opening: { measure: measureOpening, proc: true },
  capacity: { measure: measureCapacity, store: true, proc: true },
  composer: { measure: measureComposer },
  returning: { measure: measureReturning },
  ship: { measure: measureShip, store: true },
  paint: { measure: measurePaint, site: true },
  stage: { measure: measureStage, site: true },
  lighthouse: { measure: measureLighthouse, site: true },
}

const NUMBERS = {
  rounds: { default: 7, least: 1, most: 99 },
  requests: { default: 20_000, least: 1000, most: 1e7 },
  buyers: { default: 2000, least: 20, most: 3000 },
  tabs: { default: 5000, least: 100, most: 15_000 },
  port: { default: 18_210, least: 1024, most: 65_500 },
}

/** The parts that gateway/bench measures. */
const NEED_TOOLS = ['start', 'cpu', 'latency', 'hostile', 'link', 'opening', 'capacity']

const USAGE = `node bench/run.mjs [--only ${Object.keys(PARTS)}] ${Object.entries(NUMBERS)
  .map(([name, { default: number }]) => `[--${name} ${number}]`)
  .join(' ')}

BASE_URL=http://localhost:8080  measure a site that runs (paint, stage and lighthouse; the pages' cpu with GATEWAY_PID as well)
FIELDHOUSE_BINARY=path          another gateway than .fieldhouse/bin/fieldhouse (the whole site runs on fieldhouse-dev)`

/**
 * The benchmarks of the gateway and its pages: each figure beside its floor or its peer, measured in the same run, and the
 * figure it is meant to keep. Everything must be built (`npm run bench` does that first).
 */
main(async () => {
  if (process.argv.includes('--help')) {
    console.log(USAGE)
    return 0
  }
  const { parts, ...numbers } = readOptions(Object.keys(PARTS), NUMBERS)
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Problem(
      `The benchmarks build their floors with the project's own Node 24 and this is ${process.version}: run npm run bench.`,
    )
  const report = new Report()
  await inFolder('run', async (folder) => {
    const gateway = process.env.FIELDHOUSE_BINARY ?? gatewayBinary('fieldhouse')
    const context = { ...numbers, folder, gateway, store: join(folder, 'store') }
    const tools = parts.some((part) => NEED_TOOLS.includes(part)) ? await buildTools() : null
    for (const part of parts.filter((name) => !PARTS[name].site)) {
      if (PARTS[part].proc && !existsSync('/proc/self/status')) {
        report.section(part, 'skipped: it reads /proc, which only Linux has')
        continue
      }
      if (PARTS[part].store) await fillStore(context)
      await PARTS[part].measure(report, context, tools)
    }
    const ofSite = parts.filter((name) => PARTS[name].site)
    if (ofSite.length === 0) return
    await using site = await openSite(context)
    for (const part of ofSite) await PARTS[part].measure(report, context, site)
  })
  report.close()
})

/** CPU of rows, of choosing a page's releases, and of pages. */
async function measureCPU(report, context, tools) {
  await measureRows(report, context, tools)
  await measureChoosing(report)
  await measurePages(report, context, tools)
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
