import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { onStop } from '../scripts/lib/child.mjs'
import { gatewayBinary, root, state } from '../scripts/lib/paths.mjs'
import { main, Problem } from '../scripts/lib/problem.mjs'
import { LONG, ROW } from './cache/cpu.mjs'
import { Stage } from './cache/stage.mjs'
import { measure } from './process/measure.mjs'
import { BROWSER, record } from './process/record.mjs'
import { buildTools } from './process/tools.mjs'

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
  onStop(() => process.exit(130))
  await mkdir(join(state, 'bench'), { recursive: true })
  const folder = await mkdtemp(join(state, 'bench', 'profile-'))
  const gateway = process.env.FIELDHOUSE_BINARY ?? gatewayBinary('fieldhouse')
  const tools = await buildTools()
  const stage = await Stage.open({ folder, port: PORT, gateway }, tools)
  try {
    const admin = `localhost:${PORT}`
    const nodes = await stage.nodes('1ms')
    const rows = await stage.gateway('rows', nodes, { rows: LONG, ops: true, admin })
    await record(rows.url, ROW, { Host: rows.host })
    const { header } = await record(rows.url, ROW, { Host: rows.host })
    const side = (name, more) => ({ name, address: rows.address, host: rows.host, path: ROW, pid: rows.pid, ...more })
    const sides = [
      side('200', {}),
      side('browser', { headers: BROWSER }),
      side('304', { headers: { 'If-None-Match': header.Etag[0] }, status: 304 }),
    ]
    const taken = profile(`http://${admin}/debug/pprof/profile?seconds=${SECONDS}`)
    let over = false
    taken.finally(() => {
      over = true
    })
    while (!over)
      await measure([...stage.unpin, tools.cpu], folder, { rounds: 1, requests: 20_000, idleSeconds: 0.01, sides })
    await writeFile(PROFILE, await taken)
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  }
})

/** @throws {Problem} for anything but a profile */
function profile(address) {
  return new Promise((resolve, reject) => {
    get(address, (response) => {
      const parts = []
      response.on('data', (part) => parts.push(part))
      response.once('error', reject)
      response.once('end', () => {
        const body = Buffer.concat(parts)
        if (response.statusCode === 200) resolve(body)
        else reject(new Problem(`The gateway gives no profile: ${response.statusCode} ${body}`))
      })
    }).once('error', reject)
  })
}
