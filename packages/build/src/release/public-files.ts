import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/** The folder of an app whose files are shipped as they are. */
export const PUBLIC = 'public'

/**
 * The files of an app's `public` folder, by their path in the release: they are shipped as they are, such as the shell's
 * `favicon.svg`. An app without the folder has none. What systems hide, such as `.DS_Store`, is left out.
 */
export async function publicFiles(folder: string): Promise<Map<string, Buffer>> {
  const top = join(folder, PUBLIC)
  const files = new Map<string, Buffer>()
  const entries = await readdir(top, { recursive: true, withFileTypes: true }).catch((cause) => {
    if (cause.code === 'ENOENT') return []
    throw new Error(`reading ${top}: its files go into the release as they are`, { cause })
  })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory() || entry.name.startsWith('.')) continue
    // A link to a folder is refused here.
    const content = await readFile(path).catch((cause) => {
      throw new Error(`reading ${path}: it is no file, nor a link to one`, { cause })
    })
    files.set(relative(top, path).split(sep).join('/'), content)
  }
  return files
}
