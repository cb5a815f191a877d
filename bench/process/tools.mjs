import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { goEnvironment, goTags } from '../../scripts/lib/build.mjs'
import { onStop, run } from '../../scripts/lib/child.mjs'
import { root, state } from '../../scripts/lib/paths.mjs'
import { Problem } from '../../scripts/lib/problem.mjs'

/** The same flags as the gateway's, or sizes and speeds would not compare. */
const FLAGS = ['-trimpath', '-tags', goTags, '-ldflags', '-s -w']

/**
 * Builds what measures, gateway/bench, and the peer, a Caddy with the same standard modules. @returns their paths by name
 */
export async function buildTools() {
  const paths = { bench: join(state, 'bench', 'bench'), peer: join(state, 'bench', 'peer') }
  for (const [name, source] of [
    ['bench', './gateway/bench'],
    ['peer', './gateway/bench/peer'],
  ]) {
    const { code, output } = await run('go', ['build', ...FLAGS, '-o', paths[name], source], { env: goEnvironment() })
    if (code !== 0) throw new Problem(`${source} does not compile; what Go printed stands above.`, output)
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

/** Lends a folder to a command of the bench, until it is over; Ctrl-C ends it. */
export async function inFolder(name, use) {
  onStop(() => process.exit(130))
  await mkdir(join(state, 'bench'), { recursive: true })
  const folder = await mkdtemp(join(state, 'bench', `${name}-`))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parse(options) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const shown = Object.entries(options).map(([name, option]) => `--${name} ${option.default}`)
    throw new Problem(
      `${error.message.split('. ')[0]}. The options and what they are without being named: ${shown.join(' ')}`,
    )
  }
}

/** A command's options: the parts that `--only` names of those that there are, and whole numbers, each within its bounds. */
export function readOptions(parts, numbers) {
  const named = { only: { type: 'string', default: parts.join() } }
  for (const name of Object.keys(numbers)) named[name] = { type: 'string', default: String(numbers[name].default) }
  const values = parse(named)
  const only = values.only.split(',')
  for (const part of only) {
    if (!parts.includes(part))
      throw new Problem(`--only names ${JSON.stringify(part)}: use some of ${parts.join(', ')}.`)
  }
  const read = Object.entries(numbers).map(([name, { least, most }]) => {
    const value = Number(values[name])
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Problem(`--${name} is ${JSON.stringify(values[name])}: give a number from ${least} to ${most}.`)
    return [name, value]
  })
  return { ...Object.fromEntries(read), parts: parts.filter((part) => only.includes(part)) }
}
