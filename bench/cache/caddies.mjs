import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The chain of the network `testnet`, which the nodes of gateway/bench/node say they are of. */
export const CHAIN_ID = 'f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12'

const global = (admin = 'off') => `\tadmin ${admin}\n\tpersist_config off\n`
const GLOBAL = global()

/**
 * The gateway before the nodes, with the handlers of the data API.
 * @param {{binary: string, folder: string, port: number, nodes: number, ops?: boolean, admin?: string, rows: string}} options
 *   `admin` is where the admin endpoint listens, if it does; `ops` turns the access log and the metrics on, as the shipped Caddyfile has them; `rows` are options of its block
 * @returns the command that runs it
 */
export async function gateway({ binary, folder, port, nodes, name, ops = false, admin, rows }) {
  const urls = [1, 2, 3].map((node) => `http://127.0.0.1:${nodes}/${node}`)
  const text = `{
${global(admin)}${ops ? '\tmetrics\n' : ''}	site {
		network testnet
	}
	chain {
		node ${urls.join(' ')}
		rate 10000 20000
	}
	rows {
		${rows}
	}
}

http://localhost:${port} {
	bind shared/127.0.0.1
${ops ? '\tlog {\n\t\tformat access\n\t}\n' : ''}${HANDLERS}}
`
  return caddyfile(binary, join(folder, `Caddyfile.${name}`), text)
}

/**
 * A Caddy with the same standard modules and a handler that writes the answers of a file.
 * @param {{binary: string, folder: string, port: number, answers: string, name?: string, ops?: boolean}} options
 *   `ops` turns the access log and the metrics on
 */
export const trivial = ({ binary, folder, port, answers, name = 'trivial', ops = false }) =>
  caddyfile(
    binary,
    join(folder, `Caddyfile.${name}`),
    `{
${GLOBAL}${ops ? '\tmetrics\n' : ''}}

http://localhost:${port} {
	bind 127.0.0.1
${ops ? '\tlog\n' : ''}	fixed * ${JSON.stringify(answers)}
}
`,
  )

/** Caddy's own `respond` with the bytes and headers of an answer. */
export async function respond({ binary, folder, port, answer }) {
  const file = join(folder, 'respond.json')
  const handler = {
    handler: 'static_response',
    status_code: answer.status,
    headers: answer.header,
    body: Buffer.from(answer.body, 'base64').toString('utf8'),
  }
  const server = {
    listen: [`127.0.0.1:${port}`],
    automatic_https: { disable: true },
    routes: [{ match: [{ host: ['localhost'] }], handle: [handler] }],
  }
  const config = {
    admin: { disabled: true, config: { persist: false } },
    apps: { http: { servers: { bench: server } } },
  }
  await writeFile(file, JSON.stringify(config))
  return [binary, 'run', '--config', file]
}

/** Caddy with cache-handler before the origin. `ttl` is for answers that do not say how long they are fresh. */
export const cacheHandler = ({ binary, folder, port, origin, ttl }) =>
  caddyfile(
    binary,
    join(folder, 'Caddyfile.cachehandler'),
    `{\n${GLOBAL}\tcache {\n${ttl ? `\t\tttl ${ttl}\n` : ''}\t\tlog_level error\n\t}\n}\n\nhttp://localhost:${port} {\n\tbind 127.0.0.1\n\tcache\n\treverse_proxy 127.0.0.1:${origin} {\n\t\theader_up Host localhost:${origin}\n\t}\n}\n`,
  )

/**
 * Answers /page over TLS with a certificate of its own authority, which nobody is asked to trust. It reads a request to its
 * end before it answers: what is wrong with a body would else be found, or not, by whether the answer was out before.
 */
export const tls = ({ binary, folder, port, name, gateway }) =>
  caddyfile(
    binary,
    join(folder, `Caddyfile.${name}`),
    `{\n${GLOBAL}${gateway ? OFFLINE : ''}\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n}\n\nhttps://localhost:${port} {\n\tbind ${bind(gateway)}\n${gateway ? HANDLERS : ''}\trespond /page "${'A page. '.repeat(64)}{http.request.body}"\n}\n`,
  )

/** A site whose nodes are nowhere: nobody else's are asked. */
const OFFLINE = '\tsite {\n\t\tnetwork testnet\n\t}\n\tchain {\n\t\tnode http://127.0.0.1:9\n\t}\n'
const HANDLERS = '\trows\n\tfeed\n\tassets\n\tchain_api\n'
const bind = (gateway) => (gateway ? 'shared/127.0.0.1' : '127.0.0.1')

async function caddyfile(binary, file, text) {
  await writeFile(file, text)
  return [binary, 'run', '--config', file, '--adapter', 'caddyfile']
}
