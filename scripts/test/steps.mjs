import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment, goFlags, goModules, goPackages, packageTool } from '../lib/build.mjs'
import { environment, run, start } from '../lib/child.mjs'
import { root, state, tools } from '../lib/paths.mjs'
import { Problem } from '../lib/problem.mjs'
import { hasCommand } from '../lib/requirements.mjs'
import { GoTestCounts, result, vitestCounts } from './counts.mjs'
import { byGoroutines } from './goroutines.mjs'

/** A check that passes or fails as a whole: a command that ends with 0. */
export async function check(command, args, options = {}) {
  const { code, output } = await run(command, args, options)
  return code === 0 ? result(1) : result(0, 1, 0, [`${[command.split('/').pop(), ...args].join(' ')}\n${output}`])
}

/** A command of one of the installed npm packages. */
export const tool = (name, ...args) => check(join(tools, name), args)

/** The Go files that gofmt would change; gofmt ends with 0 all the same. */
export async function gofmt() {
  const { output: goroot } = await run('go', ['env', 'GOROOT'])
  const { code, output } = await run(join(goroot.trim(), 'bin', 'gofmt'), ['-l', ...goModules, packageTool.cwd])
  if (code === 0 && output.trim() === '') return result(1)
  return result(0, 1, 0, [`gofmt -l: these files are not as gofmt writes them\n${output}`])
}

export const vet = () => check('go', ['vet', ...goFlags, ...goPackages], { env: goEnvironment() })

/**
 * The Go tests: those in which a goroutine starts with the race detector, where there is the C compiler that it needs.
 * `go vet` has read them all before.
 */
export async function goTests(step, packages = goPackages, flags = []) {
  const canRace = (await hasCommand('gcc')) || (await hasCommand('clang'))
  const { plain, raced, alone } = canRace
    ? await split(packages)
    : { plain: packages, raced: [], alone: { packages: [], tests: [] } }
  const counts = new GoTestCounts()
  const ended = []
  const test = async (which, race, only = []) => {
    if (which.length === 0) return
    step.detail(`${which.length} packages ${race ? 'with' : 'without'} the race detector`)
    // Clusters, the tests that are marked as parallel, mostly wait for their elections.
    const own = ['-json', '-vet=off', '-timeout', '10m', '-parallel', '4', ...(race ? ['-race'] : [])]
    const args = ['test', ...goFlags, ...own, ...only, ...flags, ...which]
    const env = goEnvironment(race ? { CGO_ENABLED: '1' } : {})
    ended.push((await start('go', args, { env, onLine: (line) => counts.line(line) }).ended).code)
  }
  await test(plain, false)
  await test(alone.packages, false, ['-run', `^(${alone.tests.join('|')})$`])
  await test(raced, true)
  return counted(counts, ended.find((code) => code !== 0) ?? 0)
}

/** What Go tests came to: where `go` fails and no test did, that is one failure. */
function counted(counts, code) {
  const total = counts.result()
  if (code === 0 || total.failed > 0) return total
  return result(total.passed, 1, total.skipped, [`go test ended with ${code}\n${counts.loose}`])
}

/** The tests of what makes packages, which is a Go module by itself. */
export async function packageTests() {
  const at = { cwd: packageTool.cwd, env: goEnvironment(packageTool.env) }
  const vetted = await check('go', ['vet', ...goFlags, '.'], at)
  if (vetted.failed > 0) return vetted
  const counts = new GoTestCounts()
  const args = ['test', ...goFlags, '-json', '-vet=off', '-timeout', '10m', '.']
  const { code } = await start('go', args, { ...at, onLine: (line) => counts.line(line) }).ended
  return counted(counts, code)
}

/** The packages by whether their tests start goroutines. */
async function split(packages) {
  let listed = ''
  const args = ['list', '-test', '-json=ImportPath,Dir,GoFiles,Imports', ...goFlags, ...packages]
  const { code, output } = await run('go', args, {
    env: goEnvironment(),
    onOutput: (line) => {
      listed += `${line}\n`
    },
  })
  if (code !== 0) throw new Problem('go list cannot list the packages', output)
  return byGoroutines(listed)
}

/** The tests of one vitest configuration. */
export async function vitest(step, name, args = [], env = {}) {
  const report = join(state, 'test', `${name}.json`)
  await mkdir(join(state, 'test'), { recursive: true })
  await rm(report, { force: true })
  const { code, output } = await run(
    join(tools, 'vitest'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    {
      env: environment({ NO_COLOR: '1', ...env }),
      onLine: (line) => line.trim() && step.detail(line),
    },
  )
  let read
  try {
    read = JSON.parse(await readFile(report, 'utf8'))
  } catch {
    throw new Problem(`vitest ended with ${code} and no report`, output)
  }
  const total = vitestCounts(read)
  // What fails outside of a test, such as an unhandled rejection, is in the exit code alone.
  if (code !== 0 && total.failed === 0)
    return result(total.passed, 1, total.skipped, [`vitest ended with ${code}\n${output}`])
  return total
}

/** The tests in a real browser, against the real process. */
export const browser = (step, args = [], env = {}) =>
  vitest(step, 'browser', ['--config', join(root, 'e2e', 'vitest.config.mjs'), ...args], env)
