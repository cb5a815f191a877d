import { buildAll, buildGateway } from './lib/build.mjs'
import { passOn } from './lib/child.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { buildNode, requireGo, requireNode } from './lib/requirements.mjs'

/** `npm run bench [-- options]`: installs, builds, and measures with bench/run.mjs. */
main(async () => {
  requireNode()
  await requireGo()
  const progress = new Progress()
  await buildAll(progress)
  await buildGateway(progress, 'fieldhouse')
  return passOn(buildNode(), 'bench/run.mjs')
})
