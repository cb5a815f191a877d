import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { environment, run } from './child.mjs'
import { root } from './paths.mjs'
import { Problem } from './problem.mjs'

/** What tools say when the network is away, in the words of npm, Go and the system. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|no such host|dial tcp|network is unreachable|i\/o timeout|TLS handshake timeout/

/** True when a tool's output says that the network is away. */
export const saysNoNetwork = (output) => NO_NETWORK.test(output)

/**
 * True when node_modules holds what the lock file names. npm writes the
 * installed tree's own lock file last of all, so an install that was broken
 * off counts as none.
 */
export async function installed(folder = root) {
  const [wanted, found] = await Promise.all([
    packages(join(folder, 'package-lock.json')),
    packages(join(folder, 'node_modules', '.package-lock.json')),
  ])
  if (!wanted || !found) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const there = found[path]
    if (!there) return Boolean(entry.optional)
    return there.version === entry.version && there.integrity === entry.integrity && there.resolved === entry.resolved
  })
}

async function packages(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages
  } catch {
    return null
  }
}

/** How long the registry may take to answer one small question, in milliseconds. */
const REGISTRY_ANSWERS_WITHIN = 10_000

/** Installs the npm packages where they are not there yet. */
export async function install(progress, folder = root) {
  if (await installed(folder)) return
  const step = progress.step('packages', 'installing npm packages')
  const env = environment({}, { withTools: false })
  // npm asks a dead line for minutes, package by package: one question first, then the cache alone.
  const online = await registryAnswers(env)
  const args = [
    'ci',
    '--ignore-scripts',
    online ? '--prefer-offline' : '--offline',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { code, error, output } = await run('npm', args, { cwd: folder, env })
  if (code === 0) {
    step.done('npm packages installed')
    return
  }
  step.fail('npm packages not installed')
  if (error) throw new Problem('There is no npm command on the path: it comes with Node from https://nodejs.org.')
  if (!online || saysNoNetwork(output)) {
    throw new Problem(
      'The npm registry cannot be reached, and not all packages are in the cache: connect to the network and run the command again.',
    )
  }
  throw new Problem(
    'npm could not install the packages; what it printed stands above: put that right and run the command again.',
    output,
  )
}

async function registryAnswers(env) {
  const args = [
    'view',
    'turbo',
    'version',
    '--fetch-retries=0',
    `--fetch-timeout=${REGISTRY_ANSWERS_WITHIN}`,
    '--prefer-online',
  ]
  const { code, output } = await run('npm', args, { env })
  return code === 0 || !saysNoNetwork(output)
}
