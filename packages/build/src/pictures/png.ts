import { crc32 } from 'node:zlib'
import { zlibSync } from 'fflate'

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
 * A PNG of opaque pixels with a palette (RFC 2083): a third of what true colour takes of flat art. The same pixels give the
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
  const palette = Buffer.alloc(boxes.length * 3)
  const indices = new Map<number, number>()
  boxes.forEach(({ colours }, index) => {
    const times = colours.reduce((sum, colour) => sum + colour[3], 0)
    for (const channel of [0, 1, 2] as const) {
      palette[index * 3 + channel] = Math.round(meanOf(colours, channel, times))
    }
    for (const [red, green, blue] of colours) indices.set((red << 16) | (green << 8) | blue, index)
  })
  // Each row begins with its filter: none, which suits a palette best.
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0, at = 0, to = 0; y < height; y++) {
    to++
    for (let x = 0; x < width; x++, at += 4) rows[to++] = indices.get(words.getUint32(at) >>> 8) ?? 0
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', zlibSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
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
  const times = colours.reduce((sum, colour) => sum + colour[3], 0)
  const spreads = ([0, 1, 2] as const).map((channel) => {
    const mean = meanOf(colours, channel, times)
    return colours.reduce((sum, colour) => sum + (colour[channel] - mean) ** 2 * colour[3], 0)
  })
  const spread = Math.max(...spreads)
  return { colours, spread: colours.length > 1 ? spread : 0, channel: spreads.indexOf(spread) as Box['channel'] }
}

function meanOf(
  colours: Colour[],
  channel: 0 | 1 | 2,
  times = colours.reduce((sum, colour) => sum + colour[3], 0),
): number {
  return colours.reduce((sum, colour) => sum + colour[channel] * colour[3], 0) / times
}

function chunk(type: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), content])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(content.length, 0)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}
