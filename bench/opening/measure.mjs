import { join } from 'node:path'
import { binary } from '../../scripts/lib/paths.mjs'
import { serveCaddy } from '../cache/server.mjs'
import { measure } from '../process/measure.mjs'
import { megabytes } from '../report/figures.mjs'

/** What nodes of mainnet take: requests a second, and at once. */
const NODES = 4
const RATE = '15 30'
/** So many reads of known accounts in a second, and of invented ones, take those classes' shares. */
const OTHERS = 40
const PAGES = 100
/** In so long all of many press, in milliseconds: of more than 200 in a second each waits for the driver, which has the same two cores. */
const PRESSES = 50_000
/** The targets: seconds until all are sent, milliseconds until one is in line, or waits longer; bytes. */
const MOST_ALONE = 45
const MOST_SHARED = 150
const MOST_QUEUED = 1000
const MOST_DELAY = 1000
const MOST_MEMORY = 200e6
/** A press that begins later is one that did not arrive, which makes a run invalid, in milliseconds. */
const MOST_LATE = 1000

/** Addresses that ask for all that they can think of, and how often each does in a second. */
const HOSTILE = 100
const HOSTILE_RATE = 8
/** What each node then answers after, and takes in a second: somewhat more than the burst of RATE. */
const SLOW = { fault: 'slow', delay: '100ms' }
const FEW = { fault: 'rate-limit', per_second: 35 }
/** The targets: times the quiet time, milliseconds, bytes. */
const MOST_TIMES = 2
const MOST_AGE = 3000
const MOST_MEMORY_ATTACKED = 300e6

/**
 * What buyers have of the gateway when a sale opens.
 * @param {{buyers: number}} context the crowd, usually 2,000; others are in proportion: 10,000 presses as a drop opens, 5,000 transactions of one address
 */
export async function measureOpening(report, context, tools) {
  const { buyers } = context
  const many = 5 * buyers
  const flood = Math.round(2.5 * buyers)
  report.section(
    `An opening (${NODES} nodes of \`rate ${RATE}\`; the crowd has ${buyers}, each a key and an address; times from the moment to press)`,
    'whole purchases: quote, place, header, signature, a push with respond-async, and waiting reads until it has landed',
    'driver, gateway and chain share this machine; nodes answer at once; who arrives waits for nobody before them',
  )
  await using chain = await startChain(context, many)
  const run = (plan) => runPlan(context, tools, chain, plan)
  const crowd = { buyers, doubles: 10 }

  const alone = await run(crowd)
  printCrowd(report, `${buyers} within a second`, alone, { buyers, most: MOST_ALONE })
  const shared = await run({ ...crowd, others: OTHERS })
  const besideAlone = `pages alone ${alone.allSent.toFixed(1)} s`
  printCrowd(report, 'the same, every class at its share', shared, { buyers, most: MOST_SHARED, beside: besideAlone })

  const presses = await run({ buyers: many, within: PRESSES, opens: true, patience: 400 })
  printCrowd(report, `${many} as a drop opens, in ${PRESSES / 1000} s`, presses, { buyers: many })
  report.figure('until in line', spread(presses.queued), {
    beside: `${buyers} in 1 s: ${spread(alone.queued)}`,
    target: `all within ${MOST_QUEUED} ms`,
    kept: presses.queued.count === many && presses.queued.most <= MOST_QUEUED,
  })
  report.figure('most memory, resident', megabytes(presses.peak - presses.idle), {
    beside: `idle ${megabytes(presses.idle)}; ${buyers}: ${megabytes(alone.peak - alone.idle)}`,
    target: `under ${megabytes(MOST_MEMORY)} above idle`,
    kept: presses.peak - presses.idle < MOST_MEMORY,
  })

  const few = { buyers: Math.round(0.075 * buyers), within: 15_000 }
  const calm = await run(few)
  const flooded = await run({ ...few, flood })
  report.figure(`beside ${flood} of one address, until sent`, spread(flooded.sent), {
    beside: `without ${spread(calm.sent)}`,
    target: `at most ${MOST_DELAY} ms more`,
    kept: isWhole(flooded, few.buyers) && flooded.sent.most - calm.sent.most <= MOST_DELAY,
  })
  note(report, flooded)
  report.note(`that address was answered: ${counts(flooded.flooded)}`)

  const one = await run(ONE_A_SECOND)
  report.figure('one buyer, median of 20, until sent', `${one.sent.p50.toFixed(1)} ms`, {
    beside: `until landed ${one.landed.p50.toFixed(0)} ms`,
  })
  note(report, one)
}

/** What buyers and open pages have of the gateway while a hundred addresses ask it for all that they can think of. */
export async function measureHostile(report, context, tools) {
  report.section(
    `A minute of ${HOSTILE} hostile addresses, ${HOSTILE_RATE} requests a second each (${NODES} nodes that take ${FEW.per_second} requests a second and answer after ${SLOW.delay}, with 429 beyond)`,
    'invented accounts, accounts kept warm, rows of blocks to come, pushes; a purchase a second by new buyers, pages open',
  )
  await using chain = await startChain(context, 1000)
  const faults = Array.from({ length: NODES }, (_, node) => [SLOW, FEW].map((fault) => ({ node: node + 1, ...fault })))
  const run = (plan) => runPlan(context, tools, chain, { pages: 2, faults: faults.flat(), ...plan })
  const quiet = await run(ONE_A_SECOND)
  const minute = { buyers: 60, within: 60_000, hostile: HOSTILE, hostileRate: HOSTILE_RATE, warm: 10 }
  const attack = await run(minute)
  const times = attack.landed.most / quiet.landed.most
  report.figure('a purchase, until landed', spread(attack.landed), {
    beside: `quiet ${spread(quiet.landed)}; slowest to slowest ${times.toFixed(2)} times`,
    target: `all, within ${MOST_TIMES} times`,
    kept: attack.landed.count === minute.buyers && times <= MOST_TIMES,
  })
  note(report, attack)
  report.figure('age of the drops on open pages', spread(attack.ages), {
    target: `at most ${MOST_AGE} ms`,
    kept: attack.ages.count > 30 && attack.ages.most <= MOST_AGE,
  })
  report.figure('most memory', megabytes(attack.peak), {
    target: `under ${megabytes(MOST_MEMORY_ATTACKED)}`,
    kept: attack.peak < MOST_MEMORY_ATTACKED,
  })
  report.note(`hostile requests were answered: ${counts(attack.flooded)}`)
}

const ONE_A_SECOND = { buyers: 20, within: 20_000, pages: 0 }

/** Starts the development chain. @param fans the accounts that can buy */
function startChain({ folder, port: first }, fans) {
  const port = first + 2
  return serveCaddy({
    ...{ name: 'chain', binary, port, folder: join(folder, 'opening') },
    text: chainCaddyfile(port, fans),
  })
}

/** Runs a plan of gateway/bench/opening at a gateway of its own. */
async function runPlan({ folder, port }, tools, chain, plan) {
  const files = join(folder, 'opening')
  // Its nodes take anything: pages open quickly. The plan's Caddyfile has the rate that is measured.
  const text = caddyfile(port, chain, '2000 4000')
  await using server = await serveCaddy({ name: 'gateway', binary, text, port, folder: files })
  return await measure(tools, 'opening', files, {
    gateway: server.url,
    host: server.host,
    admin: `http://localhost:${port + 1}`,
    pid: server.pid,
    log: join(files, 'gateway.log'),
    chain: chain.url,
    caddyfile: caddyfile(port, chain, RATE),
    within: 1000,
    pages: PAGES,
    patience: 240,
    ...plan,
  })
}

const isWhole = (run, buyers) => run.sent.count === buyers && run.late <= MOST_LATE
const shareOf = ({ sent, allSent }, buyers) =>
  `${((100 * sent.count) / buyers).toFixed(1)} % in ${allSent.toFixed(1)} s`
const spread = ({ p50, p99, most }) => `${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, all ${most.toFixed(0)} ms`
const counts = (of) =>
  Object.entries(of)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'nothing'

function printCrowd(report, name, run, { buyers, most, beside }) {
  report.figure(`${name}, sent`, shareOf(run, buyers), {
    beside,
    target: most && `all within ${most} s`,
    kept: most && isWhole(run, buyers) && run.allSent <= most,
  })
  const { pairs, broken, twice, carried } = run.order
  report.figure('carried out twice, out of order', `${twice}, ${broken}`, {
    beside: `of ${carried}; of ${pairs} pairs with an order`,
    target: 'none',
    kept: carried > 0 && twice === 0 && broken === 0,
  })
  note(report, run)
}

/** What else became of a crowd. */
function note(report, run) {
  const { landed, allLanded, places, requests, sent, failed, retried, late } = run
  const asked = Object.values(requests).reduce((all, count) => all + count, 0)
  report.note(`${landed.count} landed within ${allLanded.toFixed(1)} s: ${spread(landed)}; ${places} had a place first`)
  report.note(
    `nodes were asked ${counts(requests)}: ${(asked / Math.max(sent.count, 1)).toFixed(2)} for each purchase sent`,
  )
  for (const [why, count] of Object.entries(failed)) report.note(`${count} failed: ${why}`)
  for (const [why, count] of Object.entries(retried)) report.note(`${count} tried again: ${why}`)
  if (late > MOST_LATE)
    report.note(`INVALID: a press began ${late.toFixed(0)} ms late, the crowd did not arrive as planned`)
}

const chainCaddyfile = (port, fans) => `{
	admin off
	persist_config off
	devchain {
		listen 127.0.0.1:${port}
		buyers 0
		fans ${fans}
		nodes ${NODES}
	}
}
`

/** No bound of one client but that of the line itself stands between one address and the others. */
const caddyfile = (port, chain, rate) => {
  const urls = Array.from({ length: NODES }, (_, node) => `${chain.url}/node/${node + 1}`)
  return `{
	admin localhost:${port + 1}
	persist_config off
	metrics
	servers {
		trusted_proxies static private_ranges
	}
	site {
		network devchain
	}
	chain {
		node ${urls.join(' ')}
		rate ${rate}
	}
	chain_api {
		push_rate 10000 10000
	}
}

http://localhost:${port} {
	bind shared/127.0.0.1
	rows
	chain_api
}
`
}
