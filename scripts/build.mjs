import { buildComposer, buildGateway } from './lib/build.mjs'
import { composer, gatewayBinary } from './lib/paths.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'

/**
 * `npm run build:gateway` builds the gateway as it runs in production, and `npm run build:composer` its composer as
 * WebAssembly, which `npm run dev <edition> -- --gateway` runs. Prints where it is.
 */
main(async () => {
  requireNode()
  await requireGo()
  const isComposer = process.argv[2] === 'composer'
  await (isComposer ? buildComposer(new Progress()) : buildGateway(new Progress(), 'fieldhouse'))
  console.log(isComposer ? composer : gatewayBinary('fieldhouse'))
})
