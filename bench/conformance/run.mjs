import { gatewayBinary } from '../../scripts/lib/paths.mjs'
import { main } from '../../scripts/lib/problem.mjs'
import { buildTools, inFolder, readOptions } from '../process/tools.mjs'
import { Report } from '../report/report.mjs'
import { cache } from './cache.mjs'
import { h2spec } from './h2spec.mjs'
import { packages } from './packages.mjs'
import { prometheus } from './prometheus.mjs'
import { vulnerabilities } from './vulnerabilities.mjs'

const PARTS = { cache, h2: h2spec, packages, prometheus, vulnerabilities }

/** The parts that start servers of the benchmarks. */
const WITH_TOOLS = ['cache', 'h2']

/**
 * What the specifications say of a cache, asked of the gateway's own; h2spec beside Caddy's own results; the packages; what
 * Prometheus says of alerts, dashboards and metrics; known vulnerabilities. The gateway must be built (`npm run conformance`
 * does that first). `--only cache,h2,packages,prometheus,vulnerabilities` runs a part.
 */
main(async () => {
  const { parts, port } = readOptions(Object.keys(PARTS), { port: { default: 18_310, least: 1024, most: 65_000 } })
  const report = new Report()
  await inFolder('conformance', async (folder) => {
    const context = { folder, port, gateway: process.env.FIELDHOUSE_BINARY ?? gatewayBinary('fieldhouse') }
    const tools = parts.some((part) => WITH_TOOLS.includes(part)) ? await buildTools() : null
    for (const part of parts) await PARTS[part](report, context, tools)
  })
  return report.close()
})
