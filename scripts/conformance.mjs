import { buildGateway } from './lib/build.mjs'
import { passOn } from './lib/child.mjs'
import { install } from './lib/install.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { buildNode, requireGo, requireNode } from './lib/requirements.mjs'

/**
 * `npm run conformance [-- options]`: builds the gateway and asks its caches, h2spec, promtool, govulncheck and npm audit as
 * bench/conformance/run.mjs says; `npm run vulnerabilities` is the last two alone.
 */
main(async () => {
  requireNode()
  await requireGo()
  const progress = new Progress()
  await Promise.all([buildGateway(progress, 'fieldhouse'), install(progress)])
  return passOn(buildNode(), 'bench/conformance/run.mjs')
})
