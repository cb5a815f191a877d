import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { serve, serveCaddy } from '../cache/server.mjs'
import { nodes } from '../cache/stage.mjs'
import { measure } from '../process/measure.mjs'
import { megabytes } from '../report/figures.mjs'

const HOSTILE = 100
const PER_SECOND = 8
const QUIET = 20
const WARM = 10
const MINUTE = 60
const NODES = 3
/** What a public node of mainnet allows, and takes for an answer. */
const RATE = 1000 / 60
const BURST = 35
const DELAY = '100ms'
/** The targets: times the quiet time, milliseconds, bytes. */
const MOST_TIMES = 2
const MOST_AGE = 3000
const MOST_MEMORY = 300e6

/** What buyers and open pages have of the gateway while a hundred addresses ask for all that they can think of. */
export async function measureHostile(report, { folder, port, gateway }, tools) {
  report.section(
    `A minute of ${HOSTILE} hostile addresses, ${PER_SECOND} requests a second each (${NODES} nodes of ${RATE.toFixed(1)} a second, burst ${BURST}, that answer after ${DELAY} and with 429 beyond)`,
    'invented accounts, accounts kept warm, rows of blocks to come, pushes; a purchase a second by new buyers, a page open',
  )
  const files = join(folder, 'hostile')
  await mkdir(files, { recursive: true })
  const limits = ['-delay', DELAY, '-rate', String(RATE), '-burst', String(BURST)]
  const at = { folder: files, port: port + 2 }
  await using chain = await serve({ ...at, name: 'nodes', command: nodes(tools, at.port, limits) })
  const text = caddyfile(port, chain)
  await using site = await serveCaddy({ name: 'gateway', binary: gateway, text, port, folder: files })
  const results = await measure(tools, 'hostile', files, {
    gateway: site.url,
    host: site.host,
    pid: site.pid,
    hostile: HOSTILE,
    perSecond: PER_SECOND,
    quiet: QUIET,
    warm: WARM,
    seconds: MINUTE,
  })
  print(report, results)
  const asked = await (await fetch(`${chain.url}/control/asked`)).json()
  report.note(`nodes answered ${asked.rows} reads and ${asked.pushes} pushes, and 429 ${asked.limited} times`)
}

function print(report, { quiet, attack, slowest, failed, ages, asked, peak }) {
  const both = ({ p50, most }) => `${p50.toFixed(0)}, slowest ${most.toFixed(0)} ms`
  const times = attack.most / quiet.most
  report.figure('a purchase', both(attack), {
    beside: `quiet ${both(quiet)}; medians ${(attack.p50 / quiet.p50).toFixed(2)} times`,
    target: `all, within ${MOST_TIMES} times`,
    kept: failed.length === 0 && times <= MOST_TIMES,
  })
  report.note(
    `slowest to slowest ${times.toFixed(2)} times; ${attack.count} purchases landed, ${failed.length} did not`,
  )
  for (const requests of slowest) report.note(`  ${requests.join(', ')} ms`)
  for (const why of failed.slice(0, 5)) report.note(why.slice(0, 200))
  report.figure('age of the drops on an open page', both(ages), {
    target: `at most ${MOST_AGE} ms`,
    kept: ages.count > MINUTE / 2 && ages.most <= MOST_AGE,
  })
  report.figure('most memory', megabytes(peak), { target: `under ${megabytes(MOST_MEMORY)}`, kept: peak < MOST_MEMORY })
  const statuses = Object.entries(asked).map(
    ([status, count]) => `${count} with ${status === '0' ? 'nothing' : status}`,
  )
  report.note(`hostile requests were answered: ${statuses.join(', ')}`)
}

const caddyfile = (port, { url }) => {
  const urls = Array.from({ length: NODES }, (_, node) => `${url}/${node + 1}`)
  return `{
	admin off
	persist_config off
	servers {
		trusted_proxies static private_ranges
	}
	site {
		network testnet
	}
	chain {
		node ${urls.join(' ')}
	}
}

http://localhost:${port} {
	bind shared/127.0.0.1
	rows
	chain_api
}
`
}
