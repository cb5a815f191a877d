import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders below `src/pages` that hold no page, a line each: nothing would lead to what is in them. */
export async function unmappedPages(folder: string): Promise<string[]> {
  const rooms = await readdir(join(folder, 'src', 'pages'), { withFileTypes: true })
  const missing = await Promise.all(
    rooms.map(async (room) => {
      const files = room.isDirectory() ? await readdir(join(room.parentPath, room.name)) : []
      return files.some((file) => /^page\.tsx?$/.test(file)) ? [] : [`src/pages/${room.name}: it has no page.tsx`]
    }),
  )
  return missing.flat()
}
