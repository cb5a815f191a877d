import type { Language } from '@fieldhouse/contract'
import type { PrerenderedRelease } from '@fieldhouse/edition-kit/prerender'
import { draw } from './draw.ts'
import { painted, rulesOf } from './paint.ts'
import { sheetsOf } from './sheets.ts'

/**
 * Draws what shared links show of an app's pages, in the colours and faces that its pages have.
 *
 * @param styles the release's own style sheets
 * @returns PNGs by the path of their route; none of an app that draws none
 */
export async function drawPictures(
  folder: string,
  written: PrerenderedRelease,
  styles: string[],
  cache: string,
): Promise<Map<string, Record<Language, Buffer>>> {
  const drawings = written.routes.flatMap(({ path, picture }) => (picture ? [{ path, picture }] : []))
  if (drawings.length === 0) return new Map()
  const { sheets, faces } = await sheetsOf(folder)
  const rules = rulesOf([...sheets, ...styles])
  const pictures = new Map<string, Record<Language, Buffer>>()
  for (const { path, picture } of drawings) {
    const drawn = {} as Record<Language, Buffer>
    for (const [language, svg] of Object.entries(picture) as [Language, string][]) {
      drawn[language] = await draw(painted(svg, rules), faces, cache)
    }
    pictures.set(path, drawn)
  }
  return pictures
}
