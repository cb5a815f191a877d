import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { statusOf } from './ask.mjs'
import { run } from './child.mjs'
import { binary, dist, editions, root, state } from './paths.mjs'
import { Problem } from './problem.mjs'
import { startServer } from './server.mjs'

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

/** The text of Caddyfile.dev as it can stand in any folder. */
export const developmentConfig = async () =>
  (await readFile(join(root, 'Caddyfile.dev'), 'utf8')).replaceAll(
    /import (Caddyfile\.\S+)/g,
    (_, file) => `import "${join(root, file)}"`,
  )

/**
 * The same with its site over TLS on a port as well, where browsers speak HTTP/2: with the certificate and key of a file, or
 * one of an authority of its own, which is kept in XDG_DATA_HOME. The rest are further lines: global options, those of
 * `servers`, and the site's directives.
 */
export async function configOverTLS(port, { certificate = '', options = '', servers = '', directives = '' } = {}) {
  const global = `{
	skip_install_trust
	auto_https disable_redirects
	${options}
	servers {
		protocols h1 h2
		listener_wrappers {
			handshakes
		}
		${servers}
	}
`
  return `${(await developmentConfig()).replace('{\n', global)}
https://localhost:${port} {
	bind shared/127.0.0.1
	tls ${certificate ? `${certificate} ${certificate}` : 'internal'}
	${directives}
	import fieldhouse https://localhost:${port} "{$FIELDHOUSE_STORE}" http://127.0.0.1:{$CHAIN_PORT:8081}
}
`
}

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
  const addressOf = (part) => `http://localhost:${ports[part]}`
  const address = addressOf('site')
  // Another site's, where the environment says so.
  const chain = `http://localhost:${env.CHAIN_PORT ?? ports.chain}`
  const server = await startServer({
    name: 'The site',
    command: [binary, 'run', '--config', config, '--adapter', 'caddyfile'],
    env: {
      ...portVariables(ports),
      FIELDHOUSE_STORE: store,
      XDG_DATA_HOME: join(state, 'data'),
      XDG_CONFIG_HOME: join(state, 'config'),
      ...env,
    },
    log,
    ready: async () => {
      // Caddy starts its apps in any order: the site may listen before its chain does.
      for (const asked of [`${chain}/v1/chain/get_info`, `${address}/readyz`]) {
        const status = await statusOf(asked)
        if (status !== 200) return `${asked} gave ${status ? `status ${status}` : 'no answer'}`
      }
      return true
    },
    onLine: (line) => {
      const warning = warningOf(line)
      if (warning) onWarning(warning)
    },
  })
  return {
    ...server,
    address,
    chain,
    wallets: { cloud: addressOf('cloud'), anchor: addressOf('anchor'), wombat: addressOf('wombat') },
    log,
  }
}

/**
 * Takes the releases of all editions, with a build of React, into a store and starts a site of them, as a step that is shown.
 */
export async function startBuilt(progress, { react = 'production', store, ...site }) {
  const step = progress.step('site', 'taking the releases and starting')
  await takeReleases(
    editions.map((edition) => dist(edition, react)),
    store,
  )
  const started = await startSite({ ...site, store, onWarning: (line) => progress.note(`  gateway      ${line}`) })
  step.done('ready')
  return started
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
