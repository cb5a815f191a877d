import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configOverTLS, parts, startSite } from '../../scripts/lib/site.mjs'
import { measure } from '../process/measure.mjs'
import { kilobytes, megabytes } from '../report/figures.mjs'

const PAGE = '/football'
const PAGES_PER_SECOND = 10
/** What a page of a sale follows. */
const FOLLOWED = ['rowDrops', 'medianPrice']
/** A run is left alone until its tabs are spread over time, and lasts so long, in milliseconds. */
const SETTLE = 10_000
const LASTS = 30_000
/** As many as the development chain has: drops change every few seconds. */
const BUYERS = '24'
/** The targets, for so many tabs of a live sale by stream on one core: bytes, milliseconds. */
const TABS = 100_000
const MOST_MEMORY = 6.5e9
const MOST_PAGE = 100

/** The bounds of production; tabs say which address they are. */
const AS_SHIPPED = {
  options: 'metrics\n\tadmission {\n\t\tconnections 60000\n\t}',
  servers: 'trusted_proxies static 127.0.0.1/32',
  directives: 'log {\n\t\tformat access\n\t}\n\tadmission',
}

const WAYS = [
  { name: 'asks every 5 s', every: 5000 },
  { name: 'is told by a stream', every: 0 },
]

/** What open pages of a live sale cost the gateway, over HTTP/2 and TLS: by asking and by stream. */
export async function measureCapacity(report, context, tools) {
  const { folder, port, store, tabs } = context
  report.section(
    `Open pages of a live sale, up to ${tabs}, each on a connection of its own over HTTP/2 and TLS and of an address of its own`,
    `${LASTS / 1000} s each; access log, metrics and admission as shipped; ${PAGES_PER_SECOND} pages a second beside them`,
    'what the process takes without tabs, the development chain in it as well, is taken off; driver and gateway share the machine',
  )
  const tls = port + parts.length
  const config = join(folder, 'Caddyfile.capacity')
  await writeFile(config, await configOverTLS(tls, AS_SHIPPED))
  const env = { XDG_DATA_HOME: join(folder, 'authority'), DEVCHAIN_BUYERS: BUYERS }
  for (const { name, every } of WAYS) {
    // Each in a process of its own: what one has needed it keeps.
    await using site = await startSite({ port, store, config, log: join(folder, `capacity-${every}.log`), env })
    const runs = {
      ...{ address: `127.0.0.1:${tls}`, host: `localhost:${tls}`, pid: site.pid, followed: FOLLOWED, every },
      ...{ page: PAGE, pages_per_second: PAGES_PER_SECOND, settle: SETTLE, lasts: LASTS },
      tabs: [0, 1, 2, 3].map((third) => Math.round((tabs * third) / 3)),
    }
    const [none, ...some] = await measure(tools, 'tabs', folder, runs)
    for (const run of some) printRun(report, name, run, none)
    const last = some.at(-1)
    if (every > 0) continue
    const { processor, memory } = ofEach(last, none)
    report.figure(`${TABS} tabs by stream, by slope`, `${(processor * TABS).toFixed(2)} cores`, {
      beside: megabytes(memory * TABS),
      target: `one core, ${megabytes(MOST_MEMORY)}`,
      kept: processor * TABS <= 1 && memory * TABS <= MOST_MEMORY,
    })
    report.figure('a page beside the most streams', `p99 ${last.page.p99.toFixed(1)} ms`, {
      beside: `without tabs ${none.page.p99.toFixed(1)} ms; ${last.late} asked late`,
      target: `p99 under ${MOST_PAGE} ms`,
      kept: last.page.p99 < MOST_PAGE && last.late === 0,
    })
  }
}

/** What one tab takes: of a processor, and of memory in bytes. */
const ofEach = ({ tabs, processor, seconds, held }, none) => ({
  processor: Math.max(processor / seconds - none.processor / none.seconds, 0) / tabs,
  memory: (held - none.held) / tabs,
})

function printRun(report, name, run, none) {
  const { processor, memory } = ofEach(run, none)
  const hour = 3600 / run.seconds / run.tabs
  report.figure(`${run.tabs}, ${name}`, `${Math.round(1 / processor)} a core`, {
    beside: `${kilobytes(memory)} each, ${kilobytes(run.bytes * hour)} and ${Math.round(run.answers * hour)} answers an hour`,
  })
}
