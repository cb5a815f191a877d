import { encode } from 'fast-png'

/** Pixels in a palette, as many colours as a byte can name. */
const COLOURS = 256

interface Box {
  colours: Colour[]
  /** The channel in which its colours differ most, and by how much, weighed by how often they are used. */
  channel: 0 | 1 | 2
  spread: number
}

type Colour = readonly [red: number, green: number, blue: number, times: number]

/**
 * A PNG of opaque pixels with a palette: a third of what true colour takes of flat art. The same pixels give the
 * same bytes on every machine.
 *
 * @param pixels RGBA
 */
export function paletted(pixels: Uint8Array, width: number, height: number): Buffer {
  const counts = new Map<number, number>()
  const words = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = words.getUint32(at) >>> 8
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const boxes = cut([...counts].map(([rgb, times]) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255, times] as const))
  const indices = new Map<number, number>()
  const palette = boxes.map(({ colours }, index): [number, number, number] => {
    for (const [red, green, blue] of colours) indices.set((red << 16) | (green << 8) | blue, index)
    return [meanOf(colours, 0), meanOf(colours, 1), meanOf(colours, 2)].map(Math.round) as [number, number, number]
  })
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) data[at] = indices.get(words.getUint32(4 * at) >>> 8) ?? 0
  return Buffer.from(encode({ width, height, data, palette, channels: 1 }, { zlib: { level: 8 } }))
}

/** Median cut: the box that errs most is cut at its mean until there are enough of them. */
function cut(colours: Colour[]): Box[] {
  const boxes = [boxOf(colours)]
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((found, box) => (box.spread > found.spread ? box : found))
    if (widest.spread === 0) break
    const mean = meanOf(widest.colours, widest.channel)
    const [low, high] = [true, false].map((isLow) =>
      boxOf(widest.colours.filter((colour) => colour[widest.channel] <= mean === isLow)),
    )
    boxes.splice(boxes.indexOf(widest), 1, low as Box, high as Box)
  }
  return boxes
}

function boxOf(colours: Colour[]): Box {
  const spreads = ([0, 1, 2] as const).map((channel) => {
    const mean = meanOf(colours, channel)
    return colours.reduce((sum, colour) => sum + (colour[channel] - mean) ** 2 * colour[3], 0)
  })
  const spread = Math.max(...spreads)
  return { colours, spread: colours.length > 1 ? spread : 0, channel: spreads.indexOf(spread) as Box['channel'] }
}

function meanOf(colours: Colour[], channel: 0 | 1 | 2): number {
  const times = colours.reduce((sum, colour) => sum + colour[3], 0)
  return colours.reduce((sum, colour) => sum + colour[channel] * colour[3], 0) / times
}
