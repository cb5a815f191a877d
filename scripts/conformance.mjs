import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildGateway } from './lib/build.mjs'
import { environment } from './lib/child.mjs'
import { install } from './lib/install.mjs'
import { root } from './lib/paths.mjs'
import { main } from './lib/problem.mjs'
import { Progress } from './lib/progress.mjs'
import { buildNode, requireGo, requireNode } from './lib/requirements.mjs'

/**
 * `npm run conformance [-- options]`: builds the gateway and asks its caches, h2spec, govulncheck and npm audit as
 * bench/conformance/run.mjs says; `npm run vulnerabilities` is the last two alone.
 */
main(async () => {
  requireNode()
  await requireGo()
  const progress = new Progress()
  await Promise.all([buildGateway(progress, 'fieldhouse'), install(progress)])
  // It shares this terminal, and so hears of Ctrl-C by itself.
  const run = spawn(buildNode(), [join(root, 'bench', 'conformance', 'run.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal))
  return new Promise((resolve) => run.once('close', (code) => resolve(code ?? 1)))
})
