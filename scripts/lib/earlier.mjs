import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment, goFlags, goModules } from './build.mjs'
import { run } from './child.mjs'
import { root, state } from './paths.mjs'
import { Problem } from './problem.mjs'

/**
 * The first gateway that leaves empty what it does not know of a release (docs/edition-contract.md, "Versions"): each later one
 * of the same major version serves a store beside it.
 */
const EARLIER = 'c68bc5c'

/**
 * Builds an earlier gateway from the repository's history, once.
 * @returns `{path}`, or `{missing}`: why it cannot be had here, in a line
 */
export async function buildEarlier() {
  const folder = join(state, 'earlier')
  const path = join(folder, `fieldhouse-${EARLIER}`)
  if (existsSync(path)) return { path }
  const { code } = await run('git', ['cat-file', '-e', `${EARLIER}^{commit}`])
  if (code !== 0) return { missing: `the history has no ${EARLIER}: it was cloned without (git fetch --unshallow)` }
  await mkdir(folder, { recursive: true })
  const source = await mkdtemp(join(folder, 'source-'))
  try {
    const archive = join(source, 'source.tar')
    const modules = [...goModules, 'go.work', 'go.work.sum']
    await succeed('git', ['archive', '-o', archive, EARLIER, ...modules])
    await succeed('tar', ['-xf', archive, '-C', source])
    const flags = ['build', ...goFlags, '-o', path, './gateway/cmd/fieldhouse']
    await succeed('go', flags, { cwd: source, env: goEnvironment() })
  } finally {
    await rm(source, { recursive: true, force: true })
  }
  return { path }
}

async function succeed(command, args, options = { cwd: root }) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new Problem(`The earlier gateway was not built: ${command} ended with ${code}.`, output)
}
