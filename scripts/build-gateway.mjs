import { buildGateway } from './lib/build.mjs'
import { gatewayBinary } from './lib/paths.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'

/** Builds the gateway as it runs in production, and prints where it is. */
main(async () => {
  requireNode()
  await requireGo()
  await buildGateway(new Progress(), 'fieldhouse')
  console.log(gatewayBinary('fieldhouse'))
})
