import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { get } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { environment, run, start, stop } from './child.mjs'
import { binary, root, state } from './paths.mjs'
import { Problem } from './problem.mjs'

/** What listens in the site's process: on PORT, and on the ports after it in this order. */
export const parts = ['site', 'chain', 'cloud', 'anchor', 'wombat']

/** The ports of the parts of a site, by their names, when the site is on this one. */
export const portsFrom = (port) => Object.fromEntries(parts.map((part, index) => [part, port + index]))

/** The variables by which Caddyfile.dev is told the ports. */
export const portVariables = (ports) => ({
  PORT: String(ports.site),
  CHAIN_PORT: String(ports.chain),
  CLOUD_PORT: String(ports.cloud),
  ANCHOR_PORT: String(ports.anchor),
  WOMBAT_PORT: String(ports.wombat),
})

/** How long the process may take until it answers, in milliseconds; it usually takes half a second. */
const READY_WITHIN = 60_000

/** The lines of the process's log that are shown when it does not start. */
const SHOWN_LINES = 30

/**
 * Takes built releases into a store and makes them live.
 * @throws {Problem} with what the check found wrong in a release.
 */
export async function takeReleases(folders, store) {
  await mkdir(store, { recursive: true })
  const { code, output } = await run(binary, ['take', '--store', store, '--live', ...folders])
  if (code !== 0)
    throw new Problem(
      'A built release was not taken in; the reason stands above: put that right and run the command again.',
      output,
    )
  return output
}

/**
 * Starts the gateway and answers once it is ready. `ports` has one for each of
 * `parts`. `log` gets all that it prints. `onWarning` is called with each of its
 * warnings and errors.
 */
export async function startSite({
  port = 8080,
  ports = portsFrom(port),
  store,
  config = join(root, 'Caddyfile.dev'),
  env = {},
  log,
  onWarning = () => {},
}) {
  await mkdir(dirname(log), { recursive: true })
  const file = createWriteStream(log)
  const last = []
  const site = start(binary, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: environment({
      ...portVariables(ports),
      FIELDHOUSE_STORE: store,
      XDG_DATA_HOME: join(state, 'data'),
      XDG_CONFIG_HOME: join(state, 'config'),
      ...env,
    }),
    onLine: (line) => {
      file.write(`${line}\n`)
      last.push(line)
      if (last.length > SHOWN_LINES) last.shift()
      const warning = warningOf(line)
      if (warning) onWarning(warning)
    },
  })
  site.ended.then(() => file.end())

  const addressOf = (part) => `http://localhost:${ports[part]}`
  const address = addressOf('site')
  const trouble = await untilReady(site, `${address}/readyz`)
  if (trouble) {
    await stop(site)
    throw new Problem(
      `The site did not start: ${trouble}; its last words stand above, all of them in ${log}.`,
      last.join('\n'),
    )
  }
  return {
    address,
    chain: addressOf('chain'),
    wallets: { cloud: addressOf('cloud'), anchor: addressOf('anchor'), wombat: addressOf('wombat') },
    ended: site.ended,
    pid: site.child.pid,
    stop: () => stop(site),
    log,
  }
}

/** Null once the address answers 200, else why it never will. */
async function untilReady(site, address) {
  let ended
  site.ended.then((result) => {
    ended = result
  })
  let answer = 'no answer'
  const deadline = Date.now() + READY_WITHIN
  while (Date.now() < deadline) {
    if (ended)
      return ended.error
        ? `${binary} cannot be run (${ended.error.code})`
        : `the process ended with ${ended.signal ?? `exit code ${ended.code}`}`
    const status = await statusOf(address)
    if (status === 200) return null
    if (status) answer = `status ${status}`
    await wait(50)
  }
  return `${address} gave ${answer} for ${READY_WITHIN / 1000} seconds`
}

/** The status of a GET, or null when there is no answer within two seconds. */
export function statusOf(address) {
  return new Promise((resolve) => {
    const request = get(address, { timeout: 2000, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(null))
  })
}

/** What Caddy warns of on every development site: there is no admin address, no TLS, and it ends when it is told to. */
const EXPECTED = /^(admin endpoint disabled|HTTP\/[23] skipped because it requires TLS|exiting; byeee)/

/** The warning or error in a line of the process's log, in words; null for any other line. */
export function warningOf(line) {
  if (!line.startsWith('{')) return line.startsWith('panic:') || line.startsWith('Error:') ? line : null
  try {
    const { level, logger, msg, error, path, message } = JSON.parse(line)
    if ((level !== 'warn' && level !== 'error') || EXPECTED.test(msg)) return null
    // The last two are of what a browser reports.
    return [level, logger, msg, error, path, message].filter(Boolean).join(': ')
  } catch {
    return null
  }
}
