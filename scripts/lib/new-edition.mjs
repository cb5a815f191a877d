import { existsSync } from 'node:fs'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from './problem.mjs'

/** The app and the look of an edition with the standard pages alone, and `__name__` in the place of its names. */
export const TEMPLATE = join('scripts', 'template')

/** A line of the settings: `edition rugby Rugby "Rugby a quince"`. */
const LINE = /^\s*edition (\S+) /gm

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

/** A name inside of a sentence, where `BMX` and `F1` stay as they are. */
const lower = (text) => (/^\p{Lu}[\p{Lu}\p{N}]/u.test(text) ? text : text[0].toLowerCase() + text.slice(1))

/**
 * Makes the app, the look and the lock file's entries of an edition from the template: it has the
 * standard pages, and plain art and words until it has its own.
 *
 * @param {{root: string, name: string, names: string[]}} edition `names` are what people call it in English and Spanish
 * @returns {Promise<string[]>} the folders that were made
 * @throws {Problem} before anything is written
 */
export async function newEdition({ root, name, names }) {
  const settings = await readFile(join(root, 'Caddyfile.common'), 'utf8')
  const reserved = await reservedNames(root)
  if (!NAME.test(name) || reserved.includes(name)) {
    throw new Problem(
      `${JSON.stringify(name)} is no name of an edition: it has 2 to 32 lower case letters and digits, a letter first, and is none of ${reserved.join(', ')}.`,
    )
  }
  const folders = foldersOf(name)
  const there = Object.values(folders).find((folder) => existsSync(join(root, folder)))
  if (there || [...settings.matchAll(LINE)].some(([, known]) => known === name)) {
    throw new Problem(`There is an edition ${name} already: ${there ?? 'Caddyfile.common'} has it.`)
  }
  const bad = names.find((text) => !text || /["'\\{}\n]/.test(text))
  if (bad !== undefined)
    throw new Problem(`${JSON.stringify(bad)}: what people call an edition has no quotes and no braces.`)
  const [english, spanish] = names
  const words = { name, English: english, english: lower(english), Spanish: spanish, spanish: lower(spanish) }
  const filled = (text) => text.replaceAll(/__(\w+?)__/g, (_, word) => words[word])
  const lockFile = join(root, 'package-lock.json')
  const lock = JSON.parse(await readFile(lockFile, 'utf8'))
  const manifests = {}
  for (const [part, folder] of Object.entries(folders)) {
    await copy(join(root, TEMPLATE, part), join(root, folder), filled)
    manifests[folder] = await withVersions(join(root, folder, 'package.json'), lock.packages)
  }
  for (const [folder, manifest] of Object.entries(manifests)) {
    lock.packages[folder] = entryOf(manifest)
    lock.packages[`node_modules/${manifest.name}`] = { resolved: folder, link: true }
  }
  lock.packages = sorted(lock.packages)
  await writeFile(lockFile, `${JSON.stringify(lock, undefined, 2)}\n`)
  return Object.values(folders)
}

/** The first segments of the paths that are the gateway's own, and the names of what is no edition. */
export async function reservedNames(root) {
  const source = await readFile(join(root, 'plugins', 'paths', 'paths.go'), 'utf8').catch(() => '')
  const [, list = ''] = /Reserved = \[\.\.\.\]string\{([^}]*)\}/.exec(source) ?? []
  const segments = [...list.matchAll(/"\/([a-z0-9]+)/g)].map(([, segment]) => segment)
  return ['host', 'shell', 'default', 'fh', 'look', ...new Set(segments)]
}

async function copy(from, to, filled) {
  await cp(from, to, { recursive: true, errorOnExist: true })
  for (const entry of await readdir(to, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    await writeFile(file, filled(await readFile(file, 'utf8')))
  }
}

/** Writes the versions into a new `package.json` that the workspace has of what it names. */
async function withVersions(file, packages) {
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  const members = Object.entries(packages).flatMap(([path, entry]) => (/^(apps|packages)\//.test(path) ? [entry] : []))
  const known = Object.assign({}, ...members.flatMap((entry) => [entry.devDependencies, entry.dependencies]))
  for (const named of [manifest.dependencies, manifest.devDependencies]) {
    for (const name of Object.keys(named)) named[name] ||= known[name]
  }
  await writeFile(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
  return manifest
}

/** A workspace's entry of the lock file as npm writes it: it needs nothing of the registry. */
const entryOf = ({ name, version, dependencies, devDependencies }) => ({
  name,
  version,
  dependencies: sorted(dependencies),
  devDependencies: sorted(devDependencies),
})

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => a.localeCompare(b, 'en')))
