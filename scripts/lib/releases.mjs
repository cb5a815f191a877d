import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** What stands in a release's folder beside the files that `release.json` lists. */
const UNLISTED = new Set(['release.json', 'build.json'])

/**
 * Removes from a built release what `release.json` does not list. Turbo puts a
 * build out of its cache over the one before and leaves that one's files where
 * they are; the gateway refuses a release with strangers in it.
 * @returns {Promise<string[]>} the paths of the files removed
 */
export async function removeStrangers(folder) {
  const { files } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
  const listed = new Set(files.map((file) => file.path))
  const removed = []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((entry) => !entry.isDirectory())) {
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    if (listed.has(name) || UNLISTED.has(name)) continue
    await rm(path)
    removed.push(name)
  }
  // The deepest first; one that still holds something stays.
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  for (const path of folders.sort((a, b) => b.length - a.length)) await rmdir(path).catch(() => {})
  return removed.sort()
}
