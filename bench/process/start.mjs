import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { statusOf } from '../../scripts/lib/ask.mjs'
import { binary, root } from '../../scripts/lib/paths.mjs'
import { startServer } from '../../scripts/lib/server.mjs'
import { parts, portsFrom, portVariables } from '../../scripts/lib/site.mjs'
import { trivial } from '../cache/caddies.mjs'
import { homes, runs } from '../cache/server.mjs'
import { median, megabytes, spread } from '../report/figures.mjs'
import { inTurns } from './measure.mjs'
import { residentBytes } from './processor.mjs'

const ROUNDS = 7
/** The targets: milliseconds until the process answers, bytes of memory when idle. */
const MOST_START = 400
const MOST_MEMORY = 120e6
/** How long a process does nothing before its memory is read, milliseconds. */
const IDLE = 10_000
const POLL = 5
const START_TIMEOUT = 30_000

/** Time from the process's start to its first page, memory when idle, and size, beside the trivial-handler Caddy. */
export async function measureStart(report, context, peer) {
  report.section(
    `The process (${ROUNDS} alternating warm starts, median and spread)`,
    'start: until GET / answers 200, the development chain included; peer: a Caddy with the same standard modules and a trivial handler',
  )
  const sides = [gatewayProcess(context), await peerProcess(context, peer)]
  // The first start of each reads the binary from the disk.
  for (const side of sides) await startOnce(side)
  const [gateway, other] = await inTurns(ROUNDS, sides, startOnce)
  report.figure('start', `${spread(gateway)} ms`, {
    beside: `peer ${spread(other)} ms`,
    target: `at most ${MOST_START} ms`,
    kept: median(gateway) <= MOST_START,
  })
  if (existsSync('/proc/self/status')) {
    const [gateway, other] = [await idleMemory(sides[0]), await idleMemory(sides[1])]
    report.figure('idle memory (resident)', megabytes(gateway), {
      beside: `peer ${megabytes(other)}`,
      target: `under ${megabytes(MOST_MEMORY)}`,
      kept: gateway < MOST_MEMORY,
    })
  } else report.note('idle memory skipped: it is read from /proc, which only Linux has')
  const size = async ({ command: [program] }) => megabytes((await stat(program)).size)
  report.figure('binary', await size(sides[0]), { beside: `peer ${await size(sides[1])}` })
}

const gatewayProcess = ({ store, folder, port }) => ({
  name: 'gateway',
  command: runs(binary, join(root, 'Caddyfile.dev')),
  address: `http://localhost:${port}/`,
  env: { ...portVariables(portsFrom(port)), FIELDHOUSE_STORE: store, ...homes(folder) },
  log: join(folder, 'start.log'),
})

async function peerProcess({ folder, port: first }, { peer }) {
  const files = join(folder, 'start')
  await mkdir(files, { recursive: true })
  const answers = join(files, 'answers.json')
  const body = Buffer.from('ok').toString('base64')
  await writeFile(answers, JSON.stringify([{ path: '/', status: 200, header: {}, body }]))
  const config = join(files, 'Caddyfile')
  const port = first + parts.length
  await writeFile(config, trivial({ port, answers }))
  return {
    name: 'peer',
    command: runs(peer, config),
    address: `http://localhost:${port}/`,
    env: homes(folder),
    log: join(files, 'start.log'),
  }
}

/** Milliseconds from the start of a process to its first answer. */
async function startOnce(side) {
  const began = performance.now()
  await using _ = await begin(side)
  return performance.now() - began
}

/** Resident bytes of a process that answered once and was then left alone. */
async function idleMemory(side) {
  await using server = await begin(side)
  await wait(IDLE)
  return residentBytes(server.pid)
}

const begin = ({ address, ...side }) =>
  startServer({
    ...side,
    ready: async () => (await statusOf(address)) === 200 || `${address} does not answer 200`,
    within: START_TIMEOUT,
    poll: POLL,
  })
