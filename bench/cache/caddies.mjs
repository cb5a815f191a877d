/** The chain of the network `testnet`, which the nodes of gateway/bench/node say they are of. */
export const CHAIN_ID = 'f16b1833c747c43682f4386fca9cbb327929334a762755ebec17f6f23c9b8a12'

const HANDLERS = '\trows\n\tfeed\n\tassets\n\tchain_api\n'

const GLOBAL = '\tadmin off\n\tpersist_config off\n'

/**
 * The Caddyfile of the gateway before the nodes, with the handlers of the data API.
 * @param {{port: number, nodes: number, ops?: boolean, admin?: string, rows: string}} options `admin` is where the admin
 *   endpoint listens, if it does; `ops` turns the access log and the metrics on, as the shipped Caddyfile has them; `rows`
 *   are options of its block
 */
export const gateway = ({ port, nodes, ops = false, admin = 'off', rows }) => `{
	admin ${admin}
	persist_config off
${ops ? '\tmetrics\n' : ''}	site {
		network testnet
	}
	chain {
		node ${[1, 2, 3].map((node) => `http://127.0.0.1:${nodes}/${node}`).join(' ')}
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

/** A handler that writes the answers of a file; `ops` turns the access log and the metrics on. */
export const trivial = ({ port, answers, ops = false }) => `{
${GLOBAL}${ops ? '\tmetrics\n' : ''}}

http://localhost:${port} {
	bind 127.0.0.1
${ops ? '\tlog\n' : ''}	fixed * ${JSON.stringify(answers)}
}
`

/** Caddy with cache-handler before the origin. */
export const cacheHandler = ({ port, origin }) => `{
${GLOBAL}	cache {
		log_level error
	}
}

http://localhost:${port} {
	bind 127.0.0.1
	cache
	reverse_proxy 127.0.0.1:${origin} {
		header_up Host localhost:${origin}
	}
}
`

/** A site whose nodes are nowhere: nobody else's are asked. */
const OFFLINE = '\tsite {\n\t\tnetwork testnet\n\t}\n\tchain {\n\t\tnode http://127.0.0.1:9\n\t}\n'

/**
 * Answers /page over TLS with a certificate of its own authority, which nobody is asked to trust. It reads a request to its
 * end before it answers: what is wrong with a body would else be found, or not, by whether the answer was out before.
 */
export const tls = ({ port, gateway }) => `{
${GLOBAL}${gateway ? OFFLINE : ''}	auto_https disable_redirects
	skip_install_trust
	local_certs
}

https://localhost:${port} {
	bind ${gateway ? 'shared/127.0.0.1' : '127.0.0.1'}
${gateway ? HANDLERS : ''}	respond /page "${'A page. '.repeat(64)}{http.request.body}"
}
`
