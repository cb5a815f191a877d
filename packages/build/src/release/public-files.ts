import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * The files of an app's `public` folder, by their path in the release: they are shipped as they are, such as the shell's
 * `favicon.svg`. An app without the folder has none.
 */
export async function publicFiles(folder: string): Promise<Map<string, Buffer>> {
  const top = join(folder, 'public')
  const files = new Map<string, Buffer>()
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch((cause) => {
    if (cause.code === 'ENOENT') return []
    throw new Error(`reading ${top}: its files go into the release as they are`, { cause })
  })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(top, path).split(sep).join('/'), await readFile(path))
  }
  return files
}
