import { createWriteStream } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environment, start, stop } from '../../scripts/lib/child.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

const READY_WITHIN = 30_000
const POLL = 20

/**
 * Starts a server and answers once it listens on loopback.
 * @param {{name: string, command: string[], port: number, folder: string, env?: object}} server
 * @returns `{name, address, host, pid, stop}`
 * @throws {Problem} when it does not listen in time
 */
export async function startServer({ name, command: [program, ...args], port, folder, env = {} }) {
  const log = join(folder, `${name.replace(/\W+/g, '-')}.log`)
  const file = createWriteStream(log)
  const last = []
  const running = start(program, args, {
    env: environment({ XDG_DATA_HOME: join(folder, 'data'), XDG_CONFIG_HOME: join(folder, 'config'), ...env }),
    onLine: (line) => {
      file.write(`${line}\n`)
      last.push(line)
      if (last.length > 20) last.shift()
    },
  })
  let ended = false
  running.ended.then(() => {
    ended = true
    file.end()
  })
  for (const deadline = performance.now() + READY_WITHIN; !(await listens(port)); await wait(POLL)) {
    if (!ended && performance.now() < deadline) continue
    await stop(running)
    throw new Problem(`${name} does not listen on port ${port}; its last words stand above.`, last.join('\n'))
  }
  return {
    name,
    address: `127.0.0.1:${port}`,
    host: `localhost:${port}`,
    url: `http://127.0.0.1:${port}`,
    pid: running.child.pid,
    stop: () => stop(running, 5000),
  }
}

/** Whether anything accepts connections on a loopback port. */
function listens(port) {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: 1000 })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
