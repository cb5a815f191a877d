import { createWriteStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { environment, start, stop } from './child.mjs'
import { Problem } from './problem.mjs'

/** The lines of a server's output that are shown when it does not start. */
const SHOWN_LINES = 30

/**
 * Starts a server and answers once it is ready.
 * @param {object} server
 * @param {string} server.name for people, at the beginning of a sentence
 * @param {string[]} server.command the program and its arguments
 * @param {NodeJS.ProcessEnv} [server.env] what its environment has besides
 * @param {string} server.log the file that gets all that it prints
 * @param {() => Promise<true | string>} server.ready whether it is, or what there is instead
 * @param {number} [server.within] how long it may take until then, in milliseconds
 * @param {(line: string) => void} [server.onLine]
 * @returns `{pid, ended, stop}`; with `await using` it is stopped as well
 * @throws {Problem} when it ends before, or is not ready in time
 */
export async function startServer({ name, command, env, log, ready, within = 60_000, poll = 50, onLine = () => {} }) {
  const [program, ...args] = command
  const file = createWriteStream(log)
  const last = []
  const running = start(program, args, {
    env: environment(env),
    onLine: (line) => {
      file.write(`${line}\n`)
      last.push(line)
      if (last.length > SHOWN_LINES) last.shift()
      onLine(line)
    },
  })
  let ended
  running.ended.then((result) => {
    ended = result
    file.end()
  })
  const untilReady = async () => {
    let answer
    for (const deadline = Date.now() + within; Date.now() < deadline; await wait(poll)) {
      if (ended?.error) return `${program} cannot be run (${ended.error.code})`
      if (ended) return `the process ended with ${ended.signal ?? `exit code ${ended.code}`}`
      answer = await ready()
      if (answer === true) return null
    }
    return `${answer} for ${within / 1000} seconds`
  }
  const trouble = await untilReady()
  if (trouble) {
    await stop(running)
    throw new Problem(
      `${name} did not start: ${trouble}; its last words stand above, all of them in ${log}.`,
      last.join('\n'),
    )
  }
  const end = () => stop(running)
  return { pid: running.child.pid, ended: running.ended, stop: end, [Symbol.asyncDispose]: end }
}
