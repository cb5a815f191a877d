import { setTimeout as wait } from 'node:timers/promises'
import { Stage } from '../cache/stage.mjs'
import { ask, checks, STALE, stale } from './checks.mjs'

/** Rows that stay fresh for the length of the run, and rows that are stale a second after they were read. */
const LIFETIMES = {
  fresh: 'misses 0\n\t\tlifetime drops 12h 24h',
  stale: `misses 0\n\t\tlifetime drops ${STALE.soft}s ${STALE.hard}s`,
}

const WITHIN = 30_000

/**
 * Asks the gateway's own caches what RFC 9110, 9111 and 9211 say of one: its data API, before chain nodes that are ours.
 *
 * It is a cache at the origin: it decides itself how long its answers are fresh, and passes nothing of a request on. So of
 * http-cache-tests (0.4.5), which drive a shared cache by what an origin says, the tests apply that look at what a client
 * gets: each check names its own. Those of an origin's directives (cc-response, cc-freshness, expires, heuristic, status,
 * surrogate-control), of stored answers that are updated (update304, updateHead, invalidation) and of forwarding (headers,
 * via, interim) have nothing here that could do right or wrong; those of partial content and of a request's directives
 * (partial, ccreq, pragma) ask for what a cache may refuse (RFC 9110, section 14.2; RFC 9111, section 5.2.1: "prefers"),
 * and it refuses: what a client writes must cost the chain's nodes nothing.
 */
export async function cache(report, context, tools) {
  report.section(
    'The data API as a cache (RFC 9110, 9111, 9211)',
    'each line is a rule, and the test of http-cache-tests that it stands for, if there is one',
  )
  await using stage = await Stage.open(context, tools)
  const nodes = await stage.nodes('1ms')
  const fresh = await stage.gateway('fresh', nodes, { rows: LIFETIMES.fresh, pinned: false })
  const short = await stage.gateway('stale', nodes, { rows: LIFETIMES.stale, pinned: false })
  for (const server of [fresh, short]) await until(async () => (await ask(server)).status === 200)
  for (const { rule, test } of checks) await judge(report, rule, () => test(fresh))
  await ask(short)
  await nodes.stop()
  for (const { rule, test } of stale) await judge(report, rule, () => until(() => test(short)))
}

/** @param test answers true, or what it found instead */
async function judge(report, rule, test) {
  const found = await test()
  report.figure(rule, found === true ? 'yes' : 'no', {
    kept: found === true,
    beside: found === true ? '' : String(found),
  })
}

/** What a test says when it holds, or at the end of the time there is. */
async function until(test) {
  for (const deadline = performance.now() + WITHIN; ; await wait(50)) {
    const found = await test()
    if (found === true || performance.now() > deadline) return found
  }
}
