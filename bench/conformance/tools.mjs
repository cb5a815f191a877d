import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment } from '../../scripts/lib/build.mjs'
import { run } from '../../scripts/lib/child.mjs'
import { state } from '../../scripts/lib/paths.mjs'

/**
 * Installs a Go command into a folder of the build, outside of the project's modules.
 * @returns `{path}`, or `{missing}`: why it cannot be had here, in a line
 */
export async function goTool(name, module) {
  const folder = join(state, 'conformance', 'bin')
  const path = join(folder, name)
  if (existsSync(path)) return { path }
  await mkdir(folder, { recursive: true })
  const { code, output } = await run('go', ['install', module], {
    cwd: folder,
    env: goEnvironment({ GOBIN: folder, GOWORK: 'off', GOFLAGS: '-mod=mod' }),
  })
  if (code === 0) return { path }
  return { missing: `go install ${module} failed: ${output.trim().split('\n').at(-1)?.slice(0, 200)}` }
}
