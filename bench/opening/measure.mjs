import { join } from 'node:path'
import { buildEarlier } from '../../scripts/lib/earlier.mjs'
import { binary } from '../../scripts/lib/paths.mjs'
import { serveCaddy } from '../cache/server.mjs'
import { measure } from '../process/measure.mjs'
import { megabytes } from '../report/figures.mjs'

/** What nodes of mainnet take: requests a second, and at once. */
const NODES = 4
const RATE = '15 30'
/** The gateway before pushes had a line. */
const BEFORE = '6c2941b'
/** So many reads of known accounts in a second, and of invented ones, take those classes' shares. */
const OTHERS = 40
const PAGES = 100
/** In so long all of many press, in milliseconds: of more than 200 in a second each waits for the driver, which has the same two cores. */
const PRESSES = 50_000
/** The targets: seconds until all are sent, milliseconds until one is told, or waits longer; bytes. */
const MOST_ALONE = 45
const MOST_SHARED = 150
const MOST_TOLD = 1000
const MOST_DELAY = 1000
const MOST_MEMORY = 200e6
/** A press that begins later is one that did not arrive, which makes a run invalid, in milliseconds. */
const MOST_LATE = 1000
/** By how many milliseconds medians of one machine differ from run to run. */
const NOISE = 2

/**
 * What buyers have of the gateway when a sale opens.
 * @param {{buyers: number}} context the crowd, usually 2,000; others are in proportion: 10,000 presses as a drop opens, 5,000 transactions of one address
 */
export async function measureOpening(report, { folder, port, buyers }, tools) {
  const many = 5 * buyers
  const flood = Math.round(2.5 * buyers)
  report.section(
    `An opening (${NODES} nodes of \`rate ${RATE}\`; the crowd has ${buyers}, each a key and an address; times from the moment to press)`,
    'whole purchases: quote, place, header, signature, a push with respond-async, and waiting reads until it has landed',
    'driver, gateway and chain share this machine; nodes answer at once; who arrives waits for nobody before them',
  )
  const files = join(folder, 'opening')
  const chainAt = { port: port + 2, folder: files }
  await using chain = await serveCaddy({ ...chainAt, name: 'chain', binary, text: chainCaddyfile(port + 2, many) })
  const run = async (plan, program = binary) => {
    // Its nodes take anything: pages open quickly. The plan's Caddyfile has the rate that is measured.
    const text = caddyfile(port, chain, '2000 4000')
    await using server = await serveCaddy({ name: 'gateway', binary: program, text, port, folder: files })
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
  const crowd = { buyers, doubles: 10 }
  const before = await buildEarlier(BEFORE, 'fieldhouse-dev')

  const alone = await run(crowd)
  const earlier = before.path && (await run({ buyers, signed: true, sync: true }, before.path))
  const beside = earlier ? `${BEFORE}, signed before, ${shareOf(earlier, buyers)}` : before.missing
  printCrowd(report, `${buyers} within a second`, alone, { buyers, most: MOST_ALONE, beside })
  const shared = await run({ ...crowd, others: OTHERS })
  const besideAlone = `pages alone ${alone.allSent.toFixed(1)} s`
  printCrowd(report, 'the same, every class at its share', shared, { buyers, most: MOST_SHARED, beside: besideAlone })

  const presses = await run({ buyers: many, within: PRESSES, opens: true, patience: 400 })
  printCrowd(report, `${many} as a drop opens, in ${PRESSES / 1000} s`, presses, { buyers: many })
  report.figure('until told that they are in', spread(presses.told), {
    beside: `${buyers} in 1 s: ${spread(alone.told)}`,
    target: `all within ${MOST_TOLD} ms`,
    kept: presses.told.count === many && presses.told.most <= MOST_TOLD,
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

  const quiet = { buyers: 20, within: 20_000, pages: 0 }
  const rounds = []
  const roundsBefore = []
  for (let round = 0; round < 2; round++) {
    rounds.push(await run(quiet))
    if (before.path) roundsBefore.push(await run({ ...quiet, sync: true }, before.path))
  }
  // What else runs on a machine only adds to a time.
  const [one, once] = [rounds, roundsBefore].map((of) => of.toSorted((a, b) => a.sent.p50 - b.sent.p50)[0])
  report.figure('one buyer, median of 20, until sent', `${one.sent.p50.toFixed(1)} ms`, {
    beside: once ? `${BEFORE}: ${once.sent.p50.toFixed(1)} ms` : before.missing,
    target: `no slower, by ${NOISE} ms`,
    kept: once && isWhole(one, quiet.buyers) && one.sent.p50 <= once.sent.p50 + NOISE,
  })
  report.figure('until landed', `${one.landed.p50.toFixed(0)} ms`, { beside: 'nothing tells it there' })
  note(report, one)
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
  const { landed, allLanded, places, requests, sent, failed, late } = run
  const asked = Object.values(requests).reduce((all, count) => all + count, 0)
  report.note(`${landed.count} landed within ${allLanded.toFixed(1)} s: ${spread(landed)}; ${places} had a place first`)
  report.note(
    `nodes were asked ${counts(requests)}: ${(asked / Math.max(sent.count, 1)).toFixed(2)} for each purchase sent`,
  )
  for (const [why, count] of Object.entries(failed)) report.note(`${count} failed: ${why}`)
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
