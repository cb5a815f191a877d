import type { ReleaseIcon } from '@fieldhouse/contract'
import { draw } from './draw.ts'

/**
 * The sizes that are asked for: a tab's, a home screen's of iOS, and those of a web app manifest, of which one can be cut to
 * any shape.
 */
const ICONS: readonly Pick<ReleaseIcon, 'size' | 'purpose'>[] = [
  { size: 32, purpose: 'any' },
  { size: 180, purpose: 'any' },
  { size: 192, purpose: 'any' },
  { size: 512, purpose: 'any' },
  { size: 512, purpose: 'maskable' },
]

/** How much wider a maskable icon is than the mark's own square: the mark then keeps inside of its middle 80 % (W3C, Web Application Manifest, "Icon masks"). */
const MASKABLE = 1.25

/**
 * Draws the site's icon as pictures.
 *
 * @param svg its ground reaches an eighth of its size beyond its view box
 * @throws Error when it is no square
 */
export async function drawIcons(svg: Buffer, cache: string): Promise<(ReleaseIcon & { content: Buffer })[]> {
  const text = String(svg)
  const [viewBox, side] = /viewBox="0 0 (\d+) \1"/.exec(text) ?? []
  if (!viewBox) throw new Error('drawing the icon: it is a square that begins at 0, such as viewBox="0 0 64 64"')
  const icons = []
  for (const { size, purpose } of ICONS) {
    const whole = Number(side) * (purpose === 'maskable' ? MASKABLE : 1)
    const edge = (Number(side) - whole) / 2
    const sized = text.replace(viewBox, `width="${size}" height="${size}" viewBox="${edge} ${edge} ${whole} ${whole}"`)
    const path = `icons/${purpose === 'any' ? 'icon' : purpose}-${size}.png`
    icons.push({ path, size, purpose, content: await draw(sized, [], cache) })
  }
  return icons
}
