import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onStop } from '../../scripts/lib/child.mjs'
import { gatewayBinary, state } from '../../scripts/lib/paths.mjs'
import { main, Problem } from '../../scripts/lib/problem.mjs'
import { buildTools } from '../process/tools.mjs'
import { Report } from '../report/report.mjs'
import { cache } from './cache.mjs'
import { h2spec } from './h2spec.mjs'
import { vulnerabilities } from './vulnerabilities.mjs'

const PARTS = { cache, h2: h2spec, vulnerabilities }

/**
 * What the specifications say of a cache, asked of the gateway's own; h2spec beside Caddy's own results; known
 * vulnerabilities. The gateway must be built (`npm run conformance` does that first). `--only cache,h2,vulnerabilities` runs a part.
 */
main(async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: Object.keys(PARTS).join() },
      port: { type: 'string', default: '18310' },
    },
  })
  const parts = values.only.split(',')
  for (const part of parts) {
    if (!Object.hasOwn(PARTS, part))
      throw new Problem(`--only names ${JSON.stringify(part)}: use some of ${Object.keys(PARTS).join(', ')}.`)
  }
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 1024 || port > 65_000)
    throw new Problem(`--port is ${JSON.stringify(values.port)}: give a number from 1024 to 65000.`)
  onStop(() => process.exit(130))
  await mkdir(join(state, 'bench'), { recursive: true })
  const folder = await mkdtemp(join(state, 'bench', 'conformance-'))
  const report = new Report()
  try {
    const context = { folder, port, gateway: process.env.FIELDHOUSE_BINARY ?? gatewayBinary('fieldhouse') }
    const tools = parts.some((part) => part !== 'vulnerabilities') ? await buildTools() : null
    for (const part of parts) await PARTS[part](report, context, tools)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return report.close()
})
