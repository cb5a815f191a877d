import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from '../scripts/lib/ask.mjs'
import { gatewayBinary, root } from '../scripts/lib/paths.mjs'
import { main, Problem } from '../scripts/lib/problem.mjs'
import { LONG, ROW } from './cache/cpu.mjs'
import { Stage } from './cache/stage.mjs'
import { inTurns } from './process/measure.mjs'
import { loadOf } from './process/processor.mjs'
import { BROWSER, record } from './process/record.mjs'
import { buildTools, inFolder } from './process/tools.mjs'

const PORT = 18410
const SECONDS = 30

/**
 * Go builds a main package with the `default.pgo` beside it. fieldhouse-dev has none: it would compile every package anew on
 * each developer's machine, for nothing that a developer sees.
 */
const PROFILE = join(root, 'gateway', 'cmd', 'fieldhouse', 'default.pgo')

/**
 * Writes the profile that the gateway is built with (https://go.dev/doc/pgo): what its processor does under the load of
 * `npm run bench -- --only cpu`, with access log and metrics on. Renew it when Go, Caddy or the way of a row change:
 * `npm run build:gateway && node bench/profile.mjs`. An old profile is no error: what it no longer finds is not optimized.
 */
main(async () => {
  await inFolder('profile', async (folder) => {
    const gateway = process.env.FIELDHOUSE_BINARY ?? gatewayBinary('fieldhouse')
    const tools = await buildTools()
    await using stage = await Stage.open({ folder, port: PORT, gateway }, tools)
    const admin = `localhost:${PORT}`
    const nodes = await stage.nodes('1ms')
    const rows = await stage.gateway('rows', nodes, { rows: LONG, ops: true, admin })
    await record(rows.url, ROW, { Host: rows.host })
    const { header } = await record(rows.url, ROW, { Host: rows.host })
    const side = { address: rows.address, host: rows.host, path: ROW }
    const sides = [
      side,
      { ...side, headers: BROWSER },
      { ...side, headers: { 'If-None-Match': header.Etag[0] }, status: 304 },
    ]
    const taken = ask(`http://${admin}/debug/pprof/profile?seconds=${SECONDS}`, { timeout: 2000 * SECONDS })
    let over = false
    const end = () => {
      over = true
    }
    taken.then(end, end)
    const load = loadOf(tools, folder, stage.unpin)
    while (!over) await inTurns(1, sides, (each) => load(each, 20_000))
    const { status, body } = await taken
    if (status !== 200) throw new Problem(`The gateway gives no profile: ${status} ${body}`)
    await writeFile(PROFILE, body)
  })
})
