import { Problem } from '../../scripts/lib/problem.mjs'
import { loadOf, processorCosts } from '../process/processor.mjs'
import { BROWSER, record } from '../process/record.mjs'
import { median, spread } from '../report/figures.mjs'
import { Stage } from './stage.mjs'

export const ROW = '/api/v1/rows/drops'

/** Under what the other caches find the same answer: one that they may keep. */
const KEPT = '/kept'

/** Rows that stay fresh for the length of the run. */
export const LONG = 'misses 0\n\t\tlifetime drops 12h 24h'

/** cache-handler takes milliseconds for an answer; its rounds are shorter. */
const SLOW = { 'cache-handler': 100 }

/** CPU per cached row, beside everything else that could answer it, on one core in one run. */
export async function measureRows(report, context, tools) {
  const { rounds, requests } = context
  report.section(
    `CPU per cached row (µs; median of ${rounds} rounds in turns, ${requests} requests over 16 connections each, and spread)`,
    'trivial: a Caddy with the same standard modules and a handler that writes the same bytes and headers',
  )
  await using stage = await Stage.open(context, tools)
  const { sides, missing } = await cast(stage)
  const load = loadOf(tools, stage.folder, stage.unpin)
  const results = await processorCosts(load, { rounds, requests, sides })
  print(report, new Map(results.map((result) => [result.name, result.costs])))
  for (const line of missing) report.note(line)
  if (stage.pin.length === 0) report.note('not pinned to one core: there is one core only, or no taskset')
}

/** Starts all servers. @returns what is asked of each, and why others are not there */
async function cast(stage) {
  const nodes = await stage.nodes('1ms')
  const rows = await stage.gateway('rows', nodes, { rows: LONG })
  const ops = await stage.gateway('rows, log and metrics', nodes, { rows: LONG, ops: true })
  /** A Caddy answers its own host only. */
  const inHost = (server, headers = {}) => ({ ...headers, Host: server.host })
  await record(rows.url, ROW, inHost(rows)) // a miss
  const plain = await record(rows.url, ROW, inHost(rows))
  const coded = await record(rows.url, ROW, inHost(rows, BROWSER))
  await record(ops.url, ROW, inHost(ops))

  const { Age, ...header } = plain.header
  const kept = { ...plain, path: KEPT, header: { ...header, 'Cache-Control': ['public, max-age=86400'] } }
  const answers = [plain, { ...coded, path: '/coded' }, kept]
  const trivial = await stage.trivial(answers)
  const trivialOps = await stage.trivial(answers, { name: 'trivial handler, log and metrics', ops: true })
  const { servers, missing } = await stage.caches(trivial)
  const hostFor = (server) => (server.name === 'cache-handler' ? server.host : trivial.host)
  for (const server of servers) {
    const { body } = await record(server.url, KEPT, { Host: hostFor(server) })
    if (body !== plain.body)
      throw new Problem(`${server.name} answers something else than the row: it would not compare.`)
  }

  const side = (server, path, more = {}) => ({
    name: server.name,
    address: server.address,
    host: server.host,
    path,
    pid: server.pid,
    ...more,
  })
  const etag = plain.header.Etag[0]
  const sides = [
    side(rows, ROW),
    side(trivial, ROW),
    side(rows, ROW, { name: 'for a browser', headers: BROWSER }),
    side(trivial, '/coded', { name: 'trivial for a browser' }),
    side(ops, ROW),
    side(trivialOps, ROW),
    side(rows, ROW, { name: '304', headers: { 'If-None-Match': etag }, status: 304 }),
    ...servers.map((server) => side(server, KEPT, { host: hostFor(server), requests: SLOW[server.name] })),
  ]
  return { sides, missing }
}

function print(report, costs) {
  const trivial = costs.get('trivial handler')
  const ratioTo = (other) => (costsOf) => median(costsOf.map((cost, round) => cost / other[round]))
  const toTrivial = ratioTo(trivial)
  const rows = costs.get('rows')
  const line = (name, beside, most, ratio, target = `at most ${most} times`) =>
    report.figure(name, `${ratio.toFixed(2)} times`, { beside, target, kept: ratio <= most })
  report.figure('trivial handler', `${spread(trivial, 1)}`)
  line('a cached row', `${spread(rows, 1)}`, 1.08, toTrivial(rows))
  const coded = costs.get('for a browser')
  line('the same, compressed for a browser', spread(coded, 1), 1.08, ratioTo(costs.get('trivial for a browser'))(coded))
  const ops = costs.get('rows, log and metrics')
  line('with access log and metrics', spread(ops, 1), 1.5, toTrivial(ops))
  const trivialOps = costs.get('trivial handler, log and metrics')
  const both = `${spread(trivialOps, 1)}, ${toTrivial(trivialOps).toFixed(2)} trivial`
  line('the same, beside a trivial one with both', both, 1.15, ratioTo(trivialOps)(ops))
  const notModified = costs.get('304')
  line('304 beside 200', spread(notModified, 1), 1, ratioTo(rows)(notModified), 'cheaper than 200')
  for (const [name, most] of [
    ['Varnish', 1.2],
    ['cache-handler', 1],
  ]) {
    const other = costs.get(name)
    if (!other) continue
    const ratio = ratioTo(other)(rows)
    const target = most === 1 ? 'ahead of it' : `at most ${most} times`
    line(
      `a cached row beside ${name}`,
      `${name} ${spread(other, 1)}, ${toTrivial(other).toFixed(2)} trivial`,
      most,
      ratio,
      target,
    )
  }
}
