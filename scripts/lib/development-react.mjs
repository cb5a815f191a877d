import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { environment, run } from './child.mjs'
import { dist, editions, root, state, tools } from './paths.mjs'
import { Problem } from './problem.mjs'

/**
 * Builds the apps with React's development build into `dist-development`, for
 * the tests that assert a hydration without warnings. It stands outside of
 * turbo, whose `build` task keeps `dist` alone; turbo's hash of that task says
 * whether anything changed.
 */
export async function buildDevelopmentReact(progress) {
  const step = progress.step('react', "building with React's development build")
  const env = environment({ FIELDHOUSE_REACT: 'development' })
  const hashes = await taskHashes(env)
  for (const edition of editions) {
    const stamp = stampOf(edition)
    const before = await readFile(stamp, 'utf8').catch(() => '')
    const folder = dist(edition, 'development')
    if (before === hashes[edition] && existsSync(join(folder, 'release.json'))) continue
    step.detail(edition)
    const { code, output } = await run(join(tools, 'fieldhouse-build'), [], { cwd: join(root, 'apps', edition), env })
    if (code !== 0) throw new Problem(`apps/${edition} does not build with React's development build`, output)
    await mkdir(dirname(stamp), { recursive: true })
    await writeFile(stamp, hashes[edition])
  }
  step.done("built with React's development build")
}

/** The file that says what an edition's `dist-development` was built from. */
export const stampOf = (edition) => join(state, 'development-react', edition)

/** Turbo's hash of each app's build: all that goes into it. */
export async function taskHashes(env = environment()) {
  let json = ''
  const { code, output } = await run(join(tools, 'turbo'), ['run', 'build', '--dry=json'], {
    env,
    onOutput: (line) => (json += `${line}\n`),
  })
  if (code !== 0) throw new Problem('turbo cannot say what the builds depend on', output)
  const tasks = JSON.parse(json.slice(json.indexOf('{'))).tasks
  return Object.fromEntries(
    editions.map((edition) => [edition, tasks.find((task) => task.directory === `apps/${edition}`).hash]),
  )
}
