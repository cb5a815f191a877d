import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment, goTags } from './build.mjs'
import { run } from './child.mjs'
import { root, state } from './paths.mjs'
import { Problem } from './problem.mjs'

/** The release of the gateway that the next one serves a store beside. */
const EARLIER = '1ce8795'

/**
 * Builds the gateway of an earlier release from the repository's history, once.
 * @param revision of the release
 * @param name `fieldhouse`, or `fieldhouse-dev`, which knows the development chain
 * @returns `{path}`, or `{missing}`: why it cannot be had here, in a line
 */
export async function buildEarlier(revision = EARLIER, name = 'fieldhouse') {
  const folder = join(state, 'earlier')
  const path = join(folder, `${name}-${revision}`)
  if (existsSync(path)) return { path }
  const { code } = await run('git', ['cat-file', '-e', `${revision}^{commit}`])
  if (code !== 0) return { missing: `the history has no ${revision}: it was cloned without (git fetch --unshallow)` }
  await mkdir(folder, { recursive: true })
  const source = await mkdtemp(join(folder, 'source-'))
  try {
    const archive = join(source, 'source.tar')
    await succeed('git', [
      'archive',
      '-o',
      archive,
      revision,
      'gateway',
      'plugins',
      'devchain',
      'go.work',
      'go.work.sum',
    ])
    await succeed('tar', ['-xf', archive, '-C', source])
    const flags = ['build', '-trimpath', '-pgo=off', '-tags', goTags, '-o', path, `./gateway/cmd/${name}`]
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
