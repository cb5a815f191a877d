import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildAll, buildGateway } from './lib/build.mjs'
import { environment } from './lib/child.mjs'
import { root } from './lib/paths.mjs'
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
  // It shares this terminal, and so hears of Ctrl-C by itself.
  const bench = spawn(buildNode(), [join(root, 'bench', 'run.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => bench.kill(signal))
  return new Promise((resolve) => bench.once('close', (code) => resolve(code ?? 1)))
})
