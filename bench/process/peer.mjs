import { join } from 'node:path'
import { goEnvironment, goTags } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { state } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

/** The same flags as the gateway's, or sizes and speeds would not compare. */
const FLAGS = ['-trimpath', '-tags', goTags, '-ldflags', '-s -w']

/** Builds the trivial-handler Caddy and the command that measures CPU time. @returns their paths */
export async function buildPeer() {
  const paths = {}
  for (const name of ['peer', 'cpu']) {
    paths[name] = join(state, 'bench', name)
    const { code, output } = await run('go', ['build', ...FLAGS, '-o', paths[name], `./gateway/bench/${name}`], {
      env: goEnvironment(),
    })
    if (code !== 0) throw new Problem(`gateway/bench/${name} does not compile; what Go printed stands above.`, output)
  }
  return paths
}
