import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders below `src/pages` that hold no page, a line each: nothing would lead to what is in them. */
export async function unmappedPages(folder: string): Promise<string[]> {
  const pages = join(folder, 'src', 'pages')
  // An edition may have the standard pages alone.
  const rooms = existsSync(pages) ? await readdir(pages, { withFileTypes: true }) : []
  const missing = await Promise.all(
    rooms.map(async (room) => {
      const files = room.isDirectory() ? await readdir(join(room.parentPath, room.name)) : []
      return files.some((file) => /^page\.tsx?$/.test(file)) ? [] : [`src/pages/${room.name}: it has no page.tsx`]
    }),
  )
  return missing.flat()
}
