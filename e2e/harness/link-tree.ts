import { cp, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Copies a folder by hard links, where the file system has them: nobody writes into these files.
 *
 * @param leftOut names at the top that are not copied
 */
export async function linkTree(from: string, to: string, leftOut: readonly string[] = []): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (leftOut.includes(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await link(source, target).catch(() => cp(source, target))
  }
}
