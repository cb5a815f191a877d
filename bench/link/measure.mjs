import { join } from 'node:path'
import { serve, serveCaddy } from '../cache/server.mjs'
import { measure } from '../process/measure.mjs'
import { kilobytes, megabytes } from '../report/figures.mjs'

const CHANNELS = 10_000
const MESSAGES = 2000
/** About a wallet's answer to a signing request, bytes. */
const BYTES = 1000
/** How long a server is left alone before its memory is read: every WebSocket is pinged at least once meanwhile. */
const SETTLE = 12_000
/** The targets: bytes for a waiting channel above idle, milliseconds until a message has arrived. */
const MOST_MEMORY = 32 * 1024
const MOST_MEDIAN = 5

/** Memory of waiting channels and time of deliveries of the link service, beside an echo with the same WebSocket library. */
export async function measureLink(report, { folder, port, gateway }, tools) {
  report.section(
    `The wallet link service (${CHANNELS} waiting WebSockets, then ${MESSAGES} messages of ${BYTES} bytes, one after another)`,
    'floor: an echo over net/http with the same WebSocket library; its time is there and back on one connection',
  )
  const files = join(folder, 'link')
  await using site = await serveCaddy({ name: 'gateway', binary: gateway, text: caddyfile(port), port, folder: files })
  const command = [tools.bench, 'echo', '-listen', `127.0.0.1:${port + 2}`]
  await using floor = await serve({ name: 'echo', command, port: port + 2, folder: files })
  const [link, echo] = await measure(tools, 'link', files, {
    channels: CHANNELS,
    messages: MESSAGES,
    bytes: BYTES,
    settle: SETTLE,
    sides: [
      { name: 'gateway', address: site.host, pid: site.pid, kind: 'link' },
      { name: 'echo', address: floor.address, pid: floor.pid, kind: 'echo' },
    ],
  })
  const each = ({ idle, waiting }) => (waiting - idle) / CHANNELS
  report.figure('a waiting channel (resident)', kilobytes(each(link)), {
    beside: `floor ${kilobytes(each(echo))}`,
    target: `at most ${kilobytes(MOST_MEMORY)}`,
    kept: each(link) <= MOST_MEMORY,
  })
  const both = ({ p50, p99 }) => `${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
  report.figure('until a message has arrived', both(link.arrived), {
    beside: `floor ${both(echo.arrived)}`,
    target: `median under ${MOST_MEDIAN} ms`,
    kept: link.arrived.p50 < MOST_MEDIAN,
  })
  report.figure('until its sender knows', both(link.acknowledged))
  report.note(
    `resident: idle ${megabytes(link.idle)}, waiting ${megabytes(link.waiting)}, after the messages ${megabytes(link.loaded)}`,
  )
}

/** The access log and the metrics are on, as in production; all channels are one client's. */
const caddyfile = (port) => `{
	admin off
	persist_config off
	metrics
	link {
		rate 0
		client_listeners ${2 * CHANNELS}
	}
}

http://localhost:${port} {
	bind shared/127.0.0.1
	log
	link
}
`
