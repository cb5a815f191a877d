import { join } from 'node:path'
import { goEnvironment, goTags } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { root, state } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

/** The same flags as the gateway's, or sizes and speeds would not compare. */
const FLAGS = ['-trimpath', '-tags', goTags, '-ldflags', '-s -w']

/** The commands of gateway/bench. */
const NAMES = ['peer', 'cpu', 'latency', 'node', 'bare', 'link', 'hostile', 'opening']

/** Builds the commands of gateway/bench. @returns their paths by name */
export async function buildTools() {
  const paths = {}
  for (const name of NAMES) {
    paths[name] = join(state, 'bench', name)
    const { code, output } = await run('go', ['build', ...FLAGS, '-o', paths[name], `./gateway/bench/${name}`], {
      env: goEnvironment(),
    })
    if (code !== 0) throw new Problem(`gateway/bench/${name} does not compile; what Go printed stands above.`, output)
  }
  return paths
}

/**
 * Builds Caddy with cache-handler, which is a Go module of its own.
 * @returns `{path}`, or `{missing}`: why it cannot be had here, in a line
 */
export async function buildCacheHandler() {
  const path = join(state, 'bench', 'cachehandler')
  const { code, output } = await run('go', ['build', ...FLAGS, '-o', path, '.'], {
    cwd: join(root, 'gateway', 'bench', 'cachehandler'),
    env: goEnvironment({ GOWORK: 'off' }),
  })
  if (code === 0) return { path }
  const [last = 'go build failed'] = output.trim().split('\n').slice(-1)
  return { missing: `it does not build: ${last.slice(0, 200)}` }
}
