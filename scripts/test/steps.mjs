import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment, goModules, goPackages, goTags } from '../lib/build.mjs'
import { environment, run, start } from '../lib/child.mjs'
import { root, state, tools } from '../lib/paths.mjs'
import { Problem } from '../lib/problem.mjs'
import { hasCommand } from '../lib/requirements.mjs'
import { GoTestCounts, result, vitestCounts } from './counts.mjs'

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
  const { code, output } = await run(join(goroot.trim(), 'bin', 'gofmt'), ['-l', ...goModules])
  if (code === 0 && output.trim() === '') return result(1)
  return result(0, 1, 0, [`gofmt -l: these files are not as gofmt writes them\n${output}`])
}

/**
 * Without production's profile, as all Go checks: by it Go would compile every package once more, for the one binary that has it.
 */
const goFlags = ['-tags', goTags, '-pgo=off']

export const vet = () => check('go', ['vet', ...goFlags, ...goPackages], { env: goEnvironment() })

/**
 * The Go tests, with the race detector where there is the C compiler that it
 * needs.
 */
export async function goTests(step, packages = goPackages, flags = []) {
  const race = (await hasCommand('gcc')) || (await hasCommand('clang'))
  step.detail(race ? 'with the race detector' : 'without the race detector, which needs a C compiler')
  const args = ['test', '-json', ...goFlags, ...(race ? ['-race'] : []), '-timeout', '10m', ...flags, ...packages]
  const counts = new GoTestCounts()
  const { ended } = start('go', args, {
    env: goEnvironment(race ? { CGO_ENABLED: '1' } : {}),
    onLine: (line) => counts.line(line),
  })
  const { code } = await ended
  const total = counts.result()
  if (code !== 0 && total.failed === 0)
    return result(total.passed, 1, total.skipped, [`go test ended with ${code}\n${counts.loose}`])
  return total
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
