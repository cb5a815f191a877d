// Turbo packs it for its generator: what finds files by its own place (paths.mjs) finds nothing there.
import { existsSync } from 'node:fs'
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from './problem.mjs'

/** What is built or installed there, and no source. */
const NO_SOURCE = /[\\/](dist.*|node_modules|\.turbo)$/

/** A line of the settings: `edition rugby Rugby "Rugby a quince"`. */
const LINE = /^\s*edition (\S+) ("[^"]*"|\S+) ("[^"]*"|\S+)/gm

/** What an edition may be called (`plugins/paths`, IsEdition). */
export const NAME = /^[a-z][a-z0-9]{1,31}$/

const quoted = (text) => (/\s/.test(text) ? `"${text}"` : text)

/** The line of the settings that shows an edition. */
export const lineOf = (name, names) => `edition ${[name, ...names.map(quoted)].join(' ')}`

/** The folders of an edition. */
export const foldersOf = (name) => ({ app: join('apps', name), look: join('packages', `look-${name}`) })

/** Its packages. */
export const packagesOf = (name) => [`@fieldhouse/app-${name}`, `@fieldhouse/look-${name}`]

/** Its entries of the lock file. */
export const lockedOf = (name) => [
  `apps/${name}`,
  `packages/look-${name}`,
  ...packagesOf(name).map((pack) => `node_modules/${pack}`),
]

const upper = (text) => text[0].toUpperCase() + text.slice(1)
const lower = (text) => text[0].toLowerCase() + text.slice(1)

/**
 * Makes the app, the look and the lock file's entries of an edition, from those of the one that the settings name last: what
 * is made is as new as that, and shows its art, its pages and its texts until it has its own.
 *
 * @param {{root: string, name: string, names: string[]}} edition `names` are what people call it in English and Spanish
 * @returns {Promise<string>} what was made
 * @throws {Problem} before anything is written
 */
export async function newEdition({ root, name, names }) {
  const settings = [...(await readFile(join(root, 'Caddyfile.common'), 'utf8')).matchAll(LINE)]
  const [, from, ...called] = settings.at(-1) ?? []
  const reserved = await reservedNames(root)
  if (!NAME.test(name) || reserved.includes(name)) {
    throw new Problem(
      `${JSON.stringify(name)} is no name of an edition: it has 2 to 32 lower case letters and digits, a letter first, and is none of ${reserved.join(', ')}.`,
    )
  }
  const folders = foldersOf(name)
  const there = Object.values(folders).find((folder) => existsSync(join(root, folder)))
  if (there || settings.some(([, known]) => known === name)) {
    throw new Problem(`There is an edition ${name} already: ${there ?? 'Caddyfile.common'} has it.`)
  }
  const bad = names.find((text) => !text || /["\\{}\n]/.test(text))
  if (bad !== undefined)
    throw new Problem(`${JSON.stringify(bad)}: what people call an edition has no quotes and no braces.`)
  const renamed = renaming(
    from,
    name,
    called.map((text) => text.replaceAll('"', '')),
    names,
  )
  for (const [source, target] of [
    [join('apps', from), folders.app],
    [join('packages', `look-${from}`), folders.look],
  ]) {
    await copy(join(root, source), join(root, target), renamed)
  }
  await lock(join(root, 'package-lock.json'), renamed, [from, name])
  return Object.values(folders).join(' and ')
}

/** The first segments of the paths that are the gateway's own, and the names of what is no edition. */
export async function reservedNames(root) {
  const source = await readFile(join(root, 'plugins', 'paths', 'paths.go'), 'utf8').catch(() => '')
  const [, list = ''] = /Reserved = \[\.\.\.\]string\{([^}]*)\}/.exec(source) ?? []
  const segments = [...list.matchAll(/"\/([a-z0-9]+)/g)].map(([, segment]) => segment)
  return ['host', 'shell', 'fh', 'look', ...new Set(segments)]
}

/** A text with one edition's name and what people call it in the place of another's. */
function renaming(from, name, called, names) {
  const identifier = new RegExp(`${upper(from)}(?=[A-Z])`, 'g')
  return (text) =>
    text
      .replace(identifier, upper(name))
      .replaceAll(called[1], names[1])
      .replaceAll(lower(called[1]), lower(names[1]))
      .replaceAll(called[0], names[0])
      .replaceAll(upper(from), upper(name))
      .replaceAll(from, name)
}

async function copy(from, to, renamed) {
  await cp(from, to, { recursive: true, errorOnExist: true, filter: (path) => !NO_SOURCE.test(path) })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    await writeFile(file, renamed(await readFile(file, 'utf8')))
    if (renamed(entry.name) !== entry.name) await rename(file, join(entry.parentPath, renamed(entry.name)))
  }
}

/** Writes the workspace's entries of the lock file as npm does: they need nothing of the registry. */
async function lock(file, renamed, [from, name]) {
  const content = JSON.parse(await readFile(file, 'utf8'))
  const targets = lockedOf(name)
  for (const [at, source] of lockedOf(from).entries()) {
    content.packages[targets[at]] = sortedNames(JSON.parse(renamed(JSON.stringify(content.packages[source]))))
  }
  content.packages = sorted(content.packages)
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`)
}

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => a.localeCompare(b, 'en')))

/** Dependencies stand in their order; the entry's own members as npm wrote them. */
const sortedNames = (entry) =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, /ependencies$/.test(key) ? sorted(value) : value]),
  )
