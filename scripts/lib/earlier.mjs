import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment, goFlags, goModules } from './build.mjs'
import { run } from './child.mjs'
import { root, state } from './paths.mjs'
import { Problem } from './problem.mjs'

/**
 * Earlier gateways, each with the commit that it is built from: the first that leaves empty what it does not know of a release
 * (docs/edition-contract.md, "Versions"), beside which each later one of the same major version serves a store, and the
 * first that each later one can be in a cluster with (docs/operating.md, "Several processes").
 */
const EARLIER = {
  fieldhouse: 'c68bc5c',
  'fieldhouse-dev': 'a3d6b966',
}

/**
 * Builds an earlier gateway from the repository's history, once.
 * @param name one of EARLIER's: `fieldhouse`, or `fieldhouse-dev` with the development chain
 * @returns `{path}`, or `{missing}`: why it cannot be had here, in a line
 */
export async function buildEarlier(name) {
  const commit = EARLIER[name]
  const folder = join(state, 'earlier')
  const path = join(folder, `${name}-${commit}`)
  if (existsSync(path)) return { path }
  const { code } = await run('git', ['cat-file', '-e', `${commit}^{commit}`])
  if (code !== 0) return { missing: `the history has no ${commit}: it was cloned without (git fetch --unshallow)` }
  await mkdir(folder, { recursive: true })
  const source = await mkdtemp(join(folder, 'source-'))
  try {
    const archive = join(source, 'source.tar')
    const modules = [...goModules, 'go.work', 'go.work.sum']
    await succeed('git', ['archive', '-o', archive, commit, ...modules])
    await succeed('tar', ['-xf', archive, '-C', source])
    const flags = ['build', ...goFlags, '-o', path, `./gateway/cmd/${name}`]
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
