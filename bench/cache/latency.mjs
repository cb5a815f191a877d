import { existsSync } from 'node:fs'
import { measure } from '../process/measure.mjs'
import { median, spread } from '../report/figures.mjs'
import { Stage } from './stage.mjs'

const CLIENTS = 1000

/** What a node takes for an answer, in milliseconds. */
const NODE = 50

const DROPS = '/api/v1/rows/drops'
const PARTNERS = '/api/v1/rows/partners'
const ACCOUNTS = '/api/v1/rows/accounts?scope='

/** Drops expire every second, partners never do; misses are nobody's budget. */
const MEASURED = 'misses 0\n\t\tlifetime drops 1s 10m\n\t\tlifetime partners 12h 24h\n\t\tlifetime accounts 12h 24h'

/**
 * What get_info says of a node is looked at every 3 seconds, and after its faults a node rests for 10: before that is over a
 * node that answers is believed. One that does not answer is found out by the misses themselves.
 */
const NOTICE = 12
const FAULTS = [
  { kind: 'stalled', noticeSeconds: 0 },
  { kind: 'failing', noticeSeconds: 0 },
  { kind: 'behind', noticeSeconds: NOTICE },
  { kind: 'other', noticeSeconds: NOTICE },
]
const FAULT_NAMES = { other: 'lying (another chain)' }

const FLOOD_PER_SECOND = 10_000

/** What clients wait and nodes are asked when things are not as usual. */
export async function measureLatency(report, context, tools) {
  const stage = await Stage.open(context, tools)
  try {
    const nodes = await stage.nodes(`${NODE}ms`)
    const control = nodes.url
    const rows = await stage.gateway('rows', nodes, { rows: MEASURED, pinned: false })
    const target = (path) => ({ name: 'rows', address: rows.address, host: rows.host, path })
    const run = (plan) => measure(tools.latency, stage.folder, { control, ...plan })

    await coldKey(report, run, stage, nodes, target)
    await expiry(report, run, context, target)
    await badNode(report, run, target)
    if (existsSync('/proc/self/stat')) {
      // With the budgets as they are by default.
      const guarded = await stage.gateway('rows with budgets', nodes, { rows: 'lifetime drops 1s 10m', pinned: false })
      await flood(report, run, context, guarded)
    }
  } finally {
    await stage.close()
  }
}

async function coldKey(report, run, stage, nodes, target) {
  report.section(`A cold key, ${CLIENTS} clients at once (upstream requests; the node takes ${NODE} ms)`)
  const { servers, missing } = await stage.caches(nodes, { pinned: false })
  const targets = [
    target(`${ACCOUNTS}cold`),
    ...servers.map(({ name, address, host }) => ({ name, address, host, path: '/origin/cold' })),
  ]
  const { cold } = await run({ cold: { clients: CLIENTS, targets } })
  for (const { name, upstream, failed, milliseconds } of cold) {
    const judged = name === 'rows' ? { target: 'exactly 1, none failed', kept: upstream === 1 && failed === 0 } : {}
    report.figure(name, `${upstream} upstream`, {
      beside: `${failed} failed, all answered in ${milliseconds.toFixed(0)} ms`,
      ...judged,
    })
  }
  for (const line of missing) report.note(line)
}

async function expiry(report, run, { rounds }, target) {
  const plan = {
    expiring: target(DROPS),
    plain: target(PARTNERS),
    rounds,
    seconds: 2.2,
    connections: 8,
    pauseMilliseconds: 1,
  }
  report.section(
    `At expiry under load (ms; ${rounds} alternating rounds of ${plan.seconds} s over ${plan.connections} connections, each again after 1 ms)`,
    'rows that expire every second, beside rows that do not',
  )
  const { expiry } = await run({ expiry: plan })
  const { expiring, plain, ratios } = expiry
  report.figure('slowest answer', expiring.slowest.toFixed(1), {
    beside: `plain hit ${plain.slowest.toFixed(1)}, of ${expiring.answers} and ${plain.answers}`,
    target: `below the node's ${NODE}`,
    kept: expiring.slowest < NODE,
  })
  report.figure('median', spread(expiring.medians, 3), {
    beside: `plain hit ${spread(plain.medians, 3)}, ${median(ratios).toFixed(2)} times`,
    target: 'at most 1.1 times',
    kept: median(ratios) <= 1.1,
  })
}

async function badNode(report, run, target) {
  const misses = 400
  report.section(
    `One of three nodes bad (${misses} misses over 4 connections, a hit after each)`,
    `a node takes ${NODE} ms; median of misses in ms`,
  )
  const { faults } = await run({
    faults: {
      gateway: target(PARTNERS),
      miss: ACCOUNTS,
      node: 1,
      kinds: FAULTS,
      misses,
      clients: 4,
      recoverySeconds: NOTICE,
    },
  })
  const [healthy] = faults
  for (const { kind, wrong, failed, missMedian, missSlowest, hits, keptAsked } of faults) {
    const ratio = missMedian / healthy.missMedian
    const right = wrong === 0 && failed === 0 && hits === keptAsked
    report.figure(
      kind === 'none' ? 'all good' : (FAULT_NAMES[kind] ?? kind),
      `${missMedian.toFixed(1)}, ${ratio.toFixed(2)} times`,
      {
        beside: `${wrong} wrong, ${failed} failed, ${hits} of ${keptAsked} hits; slowest ${missSlowest.toFixed(0)}`,
        target: '0 wrong, 0 failed, at most 2x',
        kept: right && ratio <= 2,
      },
    )
  }
}

async function flood(report, run, { rounds, requests }, gateway) {
  report.section(
    `${FLOOD_PER_SECOND} invented accounts a second from one address (µs of CPU per hit, ${rounds} rounds of ${requests} hits)`,
    'under the flood: less what the flood costs when nobody else asks',
  )
  const { flood } = await run({
    flood: {
      gateway: { name: gateway.name, address: gateway.address, host: gateway.host, path: DROPS },
      pid: gateway.pid,
      invented: ACCOUNTS,
      perSecond: FLOOD_PER_SECOND,
      rounds,
      hits: requests,
      connections: 16,
    },
  })
  const ratios = flood.under.map((cost, round) => cost / flood.alone[round])
  report.figure('hot hit rate', `${((flood.hits / flood.looks) * 100).toFixed(2)} %`, {
    beside: `${flood.hits} of ${flood.looks} looks`,
    target: '100 %',
    kept: flood.looks > 0 && flood.hits === flood.looks,
  })
  report.figure('CPU per hit', `${median(ratios).toFixed(2)} times`, {
    beside: `${spread(flood.under, 1)}, without ${spread(flood.alone, 1)}`,
    target: 'at most 1.2 times',
    kept: median(ratios) <= 1.2,
  })
  report.note(
    `asked for ${flood.asked} accounts, ${spread(flood.perSecond)} a second during the hits; ${flood.answered} were read, the others refused at ${spread(flood.invented, 1)} µs each`,
  )
}
