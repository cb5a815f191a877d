import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { paletted } from './png.ts'
import type { Face } from './sheets.ts'

const require = createRequire(import.meta.url)
const subsetFont = require('subset-font') as (
  font: Buffer,
  letters: string,
  options: { targetFormat: 'sfnt'; variationAxes: Record<string, number> },
) => Promise<Buffer>

/** The letters of every picture: what a text has besides is not drawn. */
const LETTERS = `${Array.from({ length: 0x180 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')}–—…·`

/** Another one draws all anew: to be raised with what this folder makes of the renderer's pixels. */
const FORM = 4

/** Kept for the process, by what it is made of. */
const kept = new Map<string, Promise<unknown>>()

function once<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
  const made = (kept.get(key) as Promise<Value> | undefined) ?? make()
  kept.set(key, made)
  return made
}

/** The renderer is WebAssembly: it draws the same pixels on every machine, whatever its processor and its fonts. */
const renderer = () => once('renderer', () => readFile(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** Faces as fonts of one weight each, which is all that the renderer knows. */
export const fontsOf = (faces: Face[]) =>
  once(JSON.stringify(faces), () =>
    Promise.all(
      faces.flatMap(({ file, weights }) =>
        weights.map(async (wght) =>
          subsetFont(await readFile(file), LETTERS, { targetFormat: 'sfnt', variationAxes: { wght } }),
        ),
      ),
    ),
  )

/** What draws: the renderer and the fonts, by their bytes. */
const means = (faces: Face[]) =>
  once(`means ${JSON.stringify(faces)}`, async () => {
    const hash = createHash('sha256').update(await renderer())
    for (const { file } of faces) hash.update(await readFile(file))
    return hash.digest('hex')
  })

/**
 * Draws an SVG as a PNG of its own size; its ground is opaque. One that was drawn before is taken from the cache: drawing
 * takes a fifth of a second.
 *
 * @param faces what its texts are set in
 * @param cache a folder
 */
export async function draw(svg: string, faces: Face[], cache: string): Promise<Buffer> {
  const key = createHash('sha256').update(
    JSON.stringify([FORM, await means(faces), faces.map(({ weights }) => weights), svg]),
  )
  const file = join(cache, `${key.digest('hex')}.png`)
  const before = await readFile(file).catch(() => undefined)
  if (before) return before
  await once('started', async () => initWasm(await renderer()))
  const drawing = new Resvg(svg, { font: { fontBuffers: await fontsOf(faces) } })
  const { pixels, width, height } = drawing.render()
  const picture = paletted(pixels, width, height)
  drawing.free()
  await mkdir(cache, { recursive: true })
  await writeFile(`${file}-${process.pid}`, picture)
  await rename(`${file}-${process.pid}`, file)
  return picture
}
