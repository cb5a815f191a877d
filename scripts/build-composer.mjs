import { buildComposer } from './lib/build.mjs'
import { composer } from './lib/paths.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { requireGo, requireNode } from './lib/requirements.mjs'

/** Builds the gateway's composer as WebAssembly, which `npm run dev <edition> -- --gateway` runs, and prints where it is. */
main(async () => {
  requireNode()
  await requireGo()
  await buildComposer(new Progress())
  console.log(composer)
})
