import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../lib/child.mjs'
import { composer } from '../lib/paths.mjs'
import { Problem } from '../lib/problem.mjs'
import { packageFolders, stage } from './stage.mjs'

/**
 * Packs every package, for teams whose editions live in repositories of their own.
 *
 * @param {string} output the folder for the packs, which is there
 * @returns {Promise<string[]>} the packs' files
 * @throws {Problem} when the packages do not compile, or the composer was not built
 */
export async function pack(output) {
  const staged = await mkdtemp(join(tmpdir(), 'fieldhouse-pack-'))
  try {
    if (!existsSync(composer)) throw new Problem('The composer is missing: build it with npm run build:composer.')
    await stage(staged)
    await cp(composer, join(staged, 'build', 'dist', 'composer.wasm'))
    const folders = (await packageFolders()).map((folder) => `./${folder}`)
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', output, ...folders]
    const lines = []
    const { code, output: printed } = await run('npm', args, { cwd: staged, onOutput: (line) => lines.push(line) })
    if (code !== 0) throw new Problem('npm does not pack the packages; what it printed stands above.', printed)
    return Object.values(JSON.parse(lines.join('\n'))).map(({ filename }) => join(output, filename))
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}
