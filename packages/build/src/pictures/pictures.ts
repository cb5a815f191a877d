import type { Language } from '@fieldhouse/contract'
import type { PrerenderedRelease } from '@fieldhouse/edition-kit/prerender'
import { draw } from './draw.ts'
import { painted } from './paint.ts'
import { rulesOf } from './rules.ts'
import { sheetsOf } from './sheets.ts'

/** What pages say of their pictures' size, in pixels, and the most that a gateway takes (docs/edition-contract.md, "A release folder"). */
const SIZE = '1200 by 630'
const MOST_BYTES = 300 << 10

/** What shared links show of a route, PNGs. */
export interface Drawn {
  picture: Record<Language, Buffer>
  /** By the kinds of pack that have one of their own. */
  packs: Record<string, Record<Language, Buffer>>
}

/**
 * Draws what shared links show of an app's pages, in the colours and faces that its pages have.
 *
 * @param styles the release's own style sheets
 * @returns by the path of their route; none of an app that draws none
 */
export async function drawPictures(
  folder: string,
  written: PrerenderedRelease,
  styles: string[],
  cache: string,
): Promise<Map<string, Drawn>> {
  const pictures = new Map<string, Drawn>()
  if (!written.routes.some(({ picture }) => picture)) return pictures
  const { sheets, faces } = await sheetsOf(folder)
  const rules = rulesOf([...sheets, ...styles])
  const drawn = async (path: string, svgs: Record<Language, string>) => {
    const pngs = {} as Record<Language, Buffer>
    for (const [language, svg] of Object.entries(svgs) as [Language, string][]) {
      const png = await draw(painted(svg, rules), faces, cache)
      const size = `${png.readUInt32BE(16)} by ${png.readUInt32BE(20)}`
      if (size !== SIZE || png.length > MOST_BYTES)
        throw new Error(
          `drawing the picture of ${path}, ${language}: it is ${size} and has ${png.length} bytes, want ${SIZE} and at most ${MOST_BYTES}`,
        )
      pngs[language] = png
    }
    return pngs
  }
  for (const { path, picture, packPictures = {} } of written.routes) {
    if (!picture) continue
    const packs: Drawn['packs'] = {}
    for (const [kind, svgs] of Object.entries(packPictures)) packs[kind] = await drawn(path, svgs)
    pictures.set(path, { picture: await drawn(path, picture), packs })
  }
  return pictures
}
