import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environment, start, stop } from '../../scripts/lib/child.mjs'
import { binary, root } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'
import { parts, portsFrom, portVariables } from '../../scripts/lib/site.mjs'
import { median, megabytes, spread } from '../report/figures.mjs'
import { residentBytes } from './memory.mjs'

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
  const sides = { gateway: gatewayProcess(context), peer: await peerProcess(context, peer) }
  const times = { gateway: [], peer: [] }
  // The first start of each reads the binary from the disk.
  for (const side of Object.values(sides)) await startOnce(side)
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of round % 2 === 0 ? ['gateway', 'peer'] : ['peer', 'gateway'])
      times[name].push(await startOnce(sides[name]))
  }
  report.figure('start', `${spread(times.gateway)} ms`, {
    beside: `peer ${spread(times.peer)} ms`,
    target: `at most ${MOST_START} ms`,
    kept: median(times.gateway) <= MOST_START,
  })
  if (existsSync('/proc/self/status')) {
    const memory = { gateway: await idleMemory(sides.gateway), peer: await idleMemory(sides.peer) }
    report.figure('idle memory (resident)', megabytes(memory.gateway), {
      beside: `peer ${megabytes(memory.peer)}`,
      target: `under ${megabytes(MOST_MEMORY)}`,
      kept: memory.gateway < MOST_MEMORY,
    })
  } else report.note('idle memory skipped: it is read from /proc, which only Linux has')
  const size = async ({ command }) => megabytes((await stat(command)).size)
  report.figure('binary', await size(sides.gateway), { beside: `peer ${await size(sides.peer)}` })
}

function gatewayProcess({ store, folder, port }) {
  return {
    command: binary,
    args: ['run', '--config', join(root, 'Caddyfile.dev'), '--adapter', 'caddyfile'],
    address: `http://localhost:${port}/`,
    env: { ...portVariables(portsFrom(port)), FIELDHOUSE_STORE: store, ...homes(folder) },
  }
}

async function peerProcess({ folder, port }, { peer }) {
  const files = join(folder, 'start')
  await mkdir(files, { recursive: true })
  const answers = join(files, 'answers.json')
  const body = Buffer.from('ok').toString('base64')
  await writeFile(answers, JSON.stringify([{ path: '/', status: 200, header: {}, body }]))
  const config = join(files, 'Caddyfile')
  const host = `localhost:${port + parts.length}`
  await writeFile(
    config,
    `{\n\tadmin off\n\tpersist_config off\n}\n\nhttp://${host} {\n\tbind 127.0.0.1\n\tfixed * ${JSON.stringify(answers)}\n}\n`,
  )
  return {
    command: peer,
    args: ['run', '--config', config, '--adapter', 'caddyfile'],
    address: `http://${host}/`,
    env: homes(folder),
  }
}

const homes = (folder) => ({ XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config') })

/** Milliseconds from the start of a process to its first answer. */
async function startOnce(side) {
  const { took, child } = await begin(side)
  await stop(child)
  return took
}

/** Resident bytes of a process that answered once and was then left alone. */
async function idleMemory(side) {
  const { child } = await begin(side)
  try {
    await wait(IDLE)
    return await residentBytes(child.child.pid)
  } finally {
    await stop(child)
  }
}

async function begin({ command, args, env, address }) {
  const last = []
  const began = performance.now()
  const child = start(command, args, {
    env: environment(env),
    onLine: (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
    },
  })
  let ended = false
  child.ended.then(() => {
    ended = true
  })
  while (!(await answers(address))) {
    if (ended || performance.now() - began > START_TIMEOUT) {
      await stop(child)
      throw new Problem(`${command} did not answer at ${address}; its last words stand above.`, last.join('\n'))
    }
    await wait(POLL)
  }
  return { took: performance.now() - began, child }
}

/** Whether a GET gets a 200. */
function answers(address) {
  return new Promise((resolve) => {
    const request = get(address, { timeout: 2000, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })
}
