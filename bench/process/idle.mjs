import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { statusOf } from '../../scripts/lib/ask.mjs'
import { root } from '../../scripts/lib/paths.mjs'
import { startServer } from '../../scripts/lib/server.mjs'
import { homes, runs } from '../cache/server.mjs'
import { median } from '../report/figures.mjs'
import { processorTime } from './processor.mjs'

const ROUNDS = 3
/** How long processes are left alone first, and how long each round lasts, in milliseconds. */
const SETTLE = 30_000
const LASTS = 60_000
/** The target: the part of a core that a process of a cluster takes while nobody asks. */
const MOST = 0.01
/** Nodes that nobody listens at: the network's are not asked. */
const CHAIN = 'chain {\nnode http://127.0.0.1:1 http://127.0.0.1:2\n}'

/** What processes take of a core while nobody asks: three of a cluster, and one by itself beside them. */
export async function measureIdle(report, context) {
  report.section(
    `Idle (${ROUNDS} rounds of ${LASTS / 1000} s, all processes at once; the medians)`,
    'floor: a process without `cluster`, in the same rounds; all with the shipped Caddyfile',
  )
  const addresses = [1, 2, 3].map((member) => `127.0.0.1:${context.port + 20 + member}`)
  await using alone = await begin(context, 'alone', 0, '')
  await using first = await begin(context, 'first', 1, member(addresses, 0))
  await using second = await begin(context, 'second', 2, member(addresses, 1))
  await using third = await begin(context, 'third', 3, member(addresses, 2))
  await wait(SETTLE)
  const clocks = [alone, first, second, third].map(({ pid }) => processorTime([pid]))
  const shares = clocks.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    const before = await Promise.all(clocks.map((read) => read()))
    await wait(LASTS)
    const after = await Promise.all(clocks.map((read) => read()))
    const passed = (performance.now() - began) * 1000
    for (const [at, share] of shares.entries()) share.push((after[at] - before[at]) / passed)
  }
  const [floor, ...cluster] = shares.map(median)
  const percent = (share) => `${(share * 100).toFixed(2)} %`
  report.figure('a process of a cluster of three', cluster.map(percent).join(', '), {
    beside: `floor ${percent(floor)}`,
    target: `under ${percent(MOST)} of a core`,
    kept: Math.max(...cluster) < MOST,
  })
}

const member = (addresses, own) => `
cluster {
listen ${addresses[own]}
join ${addresses.filter((_, at) => at !== own).join(' ')}
secret ${'of the benchmarks '.repeat(2).replaceAll(' ', '-')}
}`

/** Starts a process with a store of its own. */
async function begin({ gateway, store, folder, port }, name, at, cluster) {
  const own = join(folder, `idle-${name}`)
  await mkdir(own, { recursive: true })
  await cp(store, join(own, 'store'), { recursive: true })
  const address = `http://127.0.0.1:${port + at}`
  return startServer({
    name: `The process ${name}`,
    command: runs(gateway, join(root, 'Caddyfile')),
    env: {
      ...homes(own),
      ...{ SITE_ADDRESS: address, NETWORK: 'testnet', FIELDHOUSE_STORE: join(own, 'store') },
      ...{ CADDY_ADMIN: `127.0.0.1:${port + 10 + at}`, CLUSTER: CHAIN + cluster },
    },
    log: join(own, 'log'),
    ready: async () => (await statusOf(`${address}/readyz`)) === 200 || `${address}/readyz does not answer 200`,
  })
}
