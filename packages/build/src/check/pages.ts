import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'

/** What stands below `src/pages` and leads to no page, a line each: a folder without one, and one that is deeper than a folder. */
export async function unmappedPages(folder: string): Promise<string[]> {
  const pages = join(folder, 'src', 'pages')
  // An edition may have the standard pages alone.
  const rooms = existsSync(pages) ? await readdir(pages) : []
  const shown = rooms.filter((room) => !room.startsWith('.'))
  const missing = await Promise.all(shown.map(async (room) => problemsOf(room, await filesIn(join(pages, room)))))
  return missing.flat()
}

function problemsOf(room: string, files: string[]): string[] {
  const found = files.filter((file) => /(^|[\\/])page\.tsx?$/.test(file))
  const deeper = found.filter((file) => dirname(file) !== '.').map((file) => file.split(sep).join('/'))
  return [
    ...(found.length > deeper.length ? [] : [`src/pages/${room}: it has no page.tsx`]),
    ...deeper.map((file) => `src/pages/${room}/${file}: a page stands in a folder of src/pages and no deeper`),
  ]
}

/** The files below a folder; none of what is no folder. */
const filesIn = (folder: string): Promise<string[]> =>
  readdir(folder, { recursive: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return []
    throw error
  })
