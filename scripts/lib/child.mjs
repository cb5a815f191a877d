import { spawn } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { root, tools } from './paths.mjs'

/** Children that still run; a command that ends takes them along. */
const running = new Set()

const windows = process.platform === 'win32'

/**
 * The environment of a child. The project's own tools come first on the path,
 * or, for `npm ci`, not at all: it deletes the Node they would run on.
 */
export function environment(extra = {}, { withTools = true } = {}) {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && folder !== tools)
  const base = withTools
    ? [tools, ...path]
    : [...path, ...(process.execPath.startsWith(root) ? [] : [dirname(process.execPath)])]
  return {
    ...process.env,
    PATH: base.join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...extra,
  }
}

/**
 * Starts a child in a process group of its own: Ctrl-C reaches this process
 * alone, which then ends the child and all that the child started.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, onLine?: (line: string) => void, onOutput?: (line: string) => void}} options
 *   `onOutput` gets the lines of the standard output, by default `onLine` as well
 */
export function start(command, args, { cwd = root, env = environment(), onLine = () => {}, onOutput = onLine } = {}) {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: !windows,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: windows,
  })
  running.add(child)
  const ended = new Promise((resolve) => {
    child.once('error', (error) => {
      running.delete(child)
      resolve({ code: 127, signal: null, error })
    })
    child.once('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  createInterface({ input: child.stdout }).on('line', onOutput)
  createInterface({ input: child.stderr }).on('line', onLine)
  return { child, ended }
}

/** The lines that `run` keeps of what a tool printed. */
const KEPT_LINES = 400

/**
 * Runs a tool to its end. The answer's `output` holds its last lines, of both
 * streams. `code` is 127 when the tool is not there.
 */
export async function run(command, args, { onLine = () => {}, ...options } = {}) {
  const kept = []
  const keep = (line) => {
    kept.push(line)
    if (kept.length > KEPT_LINES) kept.shift()
    onLine(line)
  }
  const { ended } = start(command, args, { ...options, onLine: keep })
  const { code, signal, error } = await ended
  return { code: code ?? 1, signal, error, output: kept.join('\n') }
}

/** Runs a script with this command's arguments and in its terminal, from which it hears of Ctrl-C itself. Answers its exit code. */
export function passOn(node, script) {
  const child = spawn(node, [script, ...process.argv.slice(2)], { cwd: root, env: environment(), stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
}

/** Signals a child and whatever it started; a child that is gone is no error. */
export function signalTree(child, signal) {
  try {
    if (windows) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** Asks a child to end, and makes it after `grace` milliseconds. */
export async function stop({ child, ended }, grace = 10_000) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return ended
  signalTree(child, 'SIGTERM')
  const force = setTimeout(() => signalTree(child, 'SIGKILL'), grace)
  const result = await ended
  clearTimeout(force)
  return result
}

/** Ends at once whatever still runs. */
export function endChildren() {
  for (const child of running) signalTree(child, 'SIGKILL')
}

process.on('exit', endChildren)

/** How often a command looks whether who started it is still there, in milliseconds. */
const PARENT_CHECK = 500

/**
 * Calls back at the first Ctrl-C or SIGTERM; npm passes on what the terminal
 * already sent, so more of them change nothing. npm that is itself asked to end
 * tells nobody: what it started ends once it is gone.
 */
export function onStop(callback) {
  let called = false
  const once = (signal) => {
    if (called) return
    called = true
    callback(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => once(signal))
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && once('SIGHUP'), PARENT_CHECK).unref()
}
