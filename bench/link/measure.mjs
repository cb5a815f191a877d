import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../cache/server.mjs'
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
  if (!existsSync('/proc/self/status')) {
    report.note('skipped: memory is read from /proc, which only Linux has')
    return
  }
  const files = join(folder, 'link')
  await mkdir(files, { recursive: true })
  const servers = []
  try {
    const config = join(files, 'Caddyfile')
    await writeFile(config, caddyfile(port))
    servers.push(
      await startServer({
        name: 'gateway',
        command: [gateway, 'run', '--config', config, '--adapter', 'caddyfile'],
        port,
        folder: files,
      }),
      await startServer({
        name: 'echo',
        command: [tools.link, '-echo', `127.0.0.1:${port + 2}`],
        port: port + 2,
        folder: files,
      }),
    )
    const [link, echo] = await measure(tools.link, files, {
      channels: CHANNELS,
      messages: MESSAGES,
      bytes: BYTES,
      settle: SETTLE,
      sides: [
        { name: 'gateway', address: servers[0].host, pid: servers[0].pid, kind: 'link' },
        { name: 'echo', address: servers[1].address, pid: servers[1].pid, kind: 'echo' },
      ],
    })
    const each = ({ idle, waiting }) => (waiting - idle) / CHANNELS
    report.figure('a waiting channel (resident)', kilobytes(each(link)), {
      beside: `floor ${kilobytes(each(echo))}`,
      target: `at most ${kilobytes(MOST_MEMORY)}`,
      kept: each(link) <= MOST_MEMORY,
    })
    const milliseconds = (microseconds) => `${(microseconds / 1000).toFixed(2)} ms`
    const both = ({ median, p99 }) => `${milliseconds(median)}, p99 ${milliseconds(p99)}`
    report.figure('until a message has arrived', both(link.arrived), {
      beside: `floor ${both(echo.arrived)}`,
      target: `median under ${MOST_MEDIAN} ms`,
      kept: link.arrived.median < MOST_MEDIAN * 1000,
    })
    report.figure('until its sender is told so', both(link.told))
    report.note(
      `resident: idle ${megabytes(link.idle)}, waiting ${megabytes(link.waiting)}, after the messages ${megabytes(link.loaded)}`,
    )
  } finally {
    for (const server of servers) await server.stop()
  }
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
