import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { editionsOf } from '../rules/names.mjs'
import { run } from './child.mjs'
import { foldersOf, lockedOf, NAME, packagesOf, reservedNames } from './new-edition.mjs'
import { Problem } from './problem.mjs'

/**
 * Takes away what `newEdition` makes, and the edition's line of the settings.
 *
 * @param {{root: string, name: string, force?: boolean}} edition `force` removes what is not committed as well
 * @returns {Promise<string[]>} what was removed or changed
 * @throws {Problem} before anything is removed
 */
export async function removeEdition({ root, name, force = false }) {
  const file = join(root, 'Caddyfile.common')
  const settings = await readFile(file, 'utf8')
  const named = editionsOf(settings)
  const folders = Object.values(foldersOf(name)).filter((folder) => existsSync(join(root, folder)))
  const isThere = named.includes(name) || existsSync(join(root, foldersOf(name).app))
  if (!NAME.test(name) || (await reservedNames(root)).includes(name) || !isThere) {
    throw new Problem(`${JSON.stringify(name)} is no edition here: there are ${named.join(', ')}.`)
  }
  if (named.every((known) => known === name)) {
    throw new Problem(
      `${name} is the only edition of the settings: a new one is made of it, so make another one first.`,
    )
  }
  const users = await usersOf(root, name)
  if (users.length > 0) {
    throw new Problem(`${users.join(' and ')} need ${packagesOf(name).join(' or ')}: take that out of them first.`)
  }
  // Of an edition whose app is elsewhere nothing is lost; without a folder git would tell of all.
  if (!force && folders.length > 0) {
    const { code, output } = await run('git', ['status', '--porcelain', '--', ...folders], { cwd: root })
    if (code !== 0) throw new Problem('git does not say what is committed: --force removes it all the same.', output)
    if (output.trim() !== '') {
      throw new Problem(
        `What git does not have would be lost (above): commit it, or remove it too by npm run remove-edition ${name} -- --force.`,
        output,
      )
    }
  }
  for (const folder of folders) await rm(join(root, folder), { recursive: true })
  const lockFile = join(root, 'package-lock.json')
  const locked = JSON.parse(await readFile(lockFile, 'utf8'))
  for (const entry of lockedOf(name)) delete locked.packages[entry]
  await writeFile(lockFile, `${JSON.stringify(locked, undefined, 2)}\n`)
  if (!named.includes(name)) return folders
  await writeFile(file, settings.replace(new RegExp(`^[ \\t]*edition ${name} .*\\n`, 'm'), ''))
  return [...folders, 'Caddyfile.common']
}

/** The other packages of the workspace that name one of the edition's. */
async function usersOf(root, name) {
  const found = []
  for (const room of ['apps', 'packages', '.']) {
    for (const entry of await readdir(join(root, room), { withFileTypes: true })) {
      const folder = join(room, entry.name)
      const text = await readFile(join(root, folder, 'package.json'), 'utf8').catch(() => '{}')
      if (Object.values(foldersOf(name)).includes(folder)) continue
      const { dependencies, devDependencies } = JSON.parse(text)
      if (packagesOf(name).some((pack) => pack in { ...dependencies, ...devDependencies }))
        found.push(join(folder, 'package.json'))
    }
  }
  return found
}
