import { setTimeout as wait } from 'node:timers/promises'
import { ask } from '../../scripts/lib/ask.mjs'
import { inTurns, measure } from '../process/measure.mjs'
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
 * What get_info says of a node is looked at every 3 seconds, and after its faults a node rests for 10, milliseconds: before
 * that is over a node that answers is believed. One that does not answer is found out by the misses themselves.
 */
const NOTICE = 12_000
const FAULTS = [
  { kind: 'none', name: 'all good', notice: 0 },
  { kind: 'stalled', notice: 0 },
  { kind: 'failing', notice: 0 },
  { kind: 'behind', notice: NOTICE },
  { kind: 'other', name: 'lying (another chain)', notice: NOTICE },
]

/** Rows that nobody asked for before, asked for with each fault. */
const MISSES = 400

/** What clients wait and nodes are asked when things are not as usual. */
export async function measureLatency(report, context, tools) {
  await using stage = await Stage.open(context, tools)
  const nodes = await stage.nodes(`${NODE}ms`)
  const rows = await stage.gateway('rows', nodes, { rows: MEASURED, pinned: false })
  const load = (plan) => measure(tools, 'load', stage.folder, plan)

  await coldKey(report, load, stage, nodes, rows)
  await expiry(report, load, context, rows)
  await badNode(report, load, nodes, rows)
}

const target = ({ address, host }, path, more) => ({ address, host, path, ...more })

async function coldKey(report, load, stage, nodes, rows) {
  report.section(`A cold key, ${CLIENTS} clients at once (upstream requests; the node takes ${NODE} ms)`)
  const { servers, missing } = await stage.caches(nodes, { pinned: false })
  for (const server of [rows, ...servers]) {
    const path = server === rows ? `${ACCOUNTS}cold` : '/origin/cold'
    const { targets, seconds, counted } = await load({
      targets: [target(server, path)],
      connections: CLIENTS,
      times: CLIENTS,
      // All wait for another cold key first, so that each has a connection of its own.
      warm: `${path}er`,
      counter: `${nodes.url}/control/asked`,
    })
    const upstream = counted.rows + counted.origin
    const failed = CLIENTS - targets[0].ok
    report.figure(server.name, `${upstream} upstream`, {
      beside: `${failed} failed, all answered in ${(1000 * seconds).toFixed(0)} ms`,
      ...(server === rows && { target: 'exactly 1, none failed', kept: upstream === 1 && failed === 0 }),
    })
  }
  for (const line of missing) report.note(line)
}

async function expiry(report, load, { rounds }, rows) {
  const plan = { seconds: 2.2, connections: 8, perSecond: 2000 }
  report.section(
    `At expiry under load (ms; ${rounds} alternating rounds of ${plan.seconds} s over ${plan.connections} connections, ${plan.perSecond} requests a second)`,
    'rows that expire every second, beside rows that do not',
  )
  const sides = [DROPS, PARTNERS].map((path) => target(rows, path, { status: 200 }))
  // So that nothing is a miss later.
  for (const side of sides) await load({ targets: [side], connections: plan.connections, times: 100 })
  const measured = await inTurns(rounds, sides, async (side) => {
    const { targets } = await load({ ...plan, targets: [side] })
    return targets[0].took
  })
  const [expiring, plain] = measured.map((rounds) => ({
    medians: rounds.map(({ p50 }) => p50),
    slowest: Math.max(...rounds.map(({ most }) => most)),
    answers: rounds.reduce((sum, { count }) => sum + count, 0),
  }))
  const ratio = median(expiring.medians.map((time, round) => time / plain.medians[round]))
  report.figure('slowest answer', expiring.slowest.toFixed(1), {
    beside: `plain hit ${plain.slowest.toFixed(1)}, of ${expiring.answers} and ${plain.answers}`,
    target: `below the node's ${NODE}`,
    kept: expiring.slowest < NODE,
  })
  report.figure('median', spread(expiring.medians, 3), {
    beside: `plain hit ${spread(plain.medians, 3)}, ${ratio.toFixed(2)} times`,
    target: 'at most 1.1 times',
    kept: ratio <= 1.1,
  })
}

async function badNode(report, load, nodes, rows) {
  report.section(
    `One of three nodes bad (${MISSES} misses over 4 connections, a hit after each)`,
    `a node takes ${NODE} ms; median of misses in ms`,
  )
  const turn = async (kind) => {
    const { status, body } = await ask(`${nodes.url}/control/fault?node=1&kind=${kind}`, { method: 'POST' })
    if (status !== 200) throw new Error(`turning a node ${kind}: ${status} ${body}`)
  }
  const kept = target(rows, PARTNERS, { status: 200 })
  await load({ targets: [kept], connections: 1, times: 1 })
  let healthy
  for (const [series, { kind, name = kind, notice }] of FAULTS.entries()) {
    await turn(kind)
    await wait(notice)
    const miss = target(rows, ACCOUNTS, { unique: true, first: series * MISSES })
    const { targets } = await load({ targets: [miss, kept], connections: 4, times: 2 * MISSES })
    await turn('none')
    const [{ took, ok, wrong }, { hits }] = targets
    healthy ??= took.p50
    const ratio = took.p50 / healthy
    const failed = MISSES - ok
    report.figure(name, `${took.p50.toFixed(1)}, ${ratio.toFixed(2)} times`, {
      beside: `${wrong} wrong, ${failed} failed, ${hits} of ${MISSES} hits; slowest ${took.most.toFixed(0)}`,
      target: '0 wrong, 0 failed, at most 2x',
      kept: wrong === 0 && failed === 0 && hits === MISSES && ratio <= 2,
    })
    // The next fault begins with three good nodes. They are looked at for half a minute after the last request.
    if (kind !== 'none') await wait(NOTICE)
  }
}
