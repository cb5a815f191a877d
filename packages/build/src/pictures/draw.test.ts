import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draw } from './draw.ts'
import { drawIcons } from './icons.ts'
import { drawPictures } from './pictures.ts'

const file = createRequire(new URL('../../../design/package.json', import.meta.url)).resolve(
  '@fontsource-variable/big-shoulders/files/big-shoulders-latin-wght-normal.woff2',
)
const FACES = [{ file, weights: [700, 900] }]
const svg = (weight: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><path d="M0 0H80V40H0Z"/><text x="4" y="30" font-family="'Big Shoulders', sans-serif" font-size="30" font-weight="${weight}" fill="#fff">Año</text></svg>`

let caches: string
beforeAll(async () => {
  caches = await mkdtemp(join(tmpdir(), 'fieldhouse-pictures-'))
})
afterAll(() => rm(caches, { recursive: true, force: true }))

it("sets texts in the app's own faces by their weight, whatever fonts the machine has", async () => {
  const [heavy, bold, none] = await Promise.all([
    draw(svg(900), FACES, caches),
    draw(svg(700), FACES, caches),
    draw(svg(900), [], caches),
  ])
  expect(heavy.equals(bold)).toBe(false)
  // Without a face there is no text at all.
  const ground = await draw(svg(900).replace(/<text.*<\/text>/, ''), [], caches)
  expect(none.equals(ground)).toBe(true)
  expect(heavy.equals(none)).toBe(false)
})

it('draws the same bytes again, and takes them from its cache while nothing of them changes', async () => {
  const [one, other] = [join(caches, 'one'), join(caches, 'other')]
  const drawn = await draw(svg(900), FACES, one)
  expect((await draw(svg(900), FACES, other)).equals(drawn)).toBe(true)
  const [name = ''] = await readdir(one)
  await writeFile(join(one, name), 'kept')
  expect(String(await draw(svg(900), FACES, one))).toBe('kept')
  expect((await draw(svg(700), FACES, one)).equals(drawn)).toBe(false)
})

it('draws the icon in each size, and once with its mark clear of the edge', async () => {
  const icon =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#0b0c0b" d="M-8-8H72V72H-8Z"/><path fill="#45b257" d="M0 0H64V64H0Z"/></svg>'
  const icons = await drawIcons(Buffer.from(icon), caches)
  expect(icons.map(({ path, size, purpose }) => [path, size, purpose])).toEqual([
    ['icons/icon-32.png', 32, 'any'],
    ['icons/icon-180.png', 180, 'any'],
    ['icons/icon-192.png', 192, 'any'],
    ['icons/icon-512.png', 512, 'any'],
    ['icons/maskable-512.png', 512, 'maskable'],
  ])
  for (const { content, size } of icons) {
    expect([content.readUInt32BE(16), content.readUInt32BE(20)]).toEqual([size, size])
  }
  // The mark fills the one, and the other has its ground around it: colours of the palette.
  expect(icons.map(({ content }) => content.readUInt32BE(33) / 3)).toEqual([1, 1, 1, 1, expect.any(Number)])
  expect((icons.at(-1)?.content.readUInt32BE(33) ?? 0) / 3).toBeGreaterThanOrEqual(2)
})

it('refuses an icon that is no square from 0', async () => {
  await expect(drawIcons(Buffer.from('<svg viewBox="0 0 64 32"/>'), caches)).rejects.toThrow('viewBox="0 0 64 64"')
})

it('refuses a picture of another size than pages say', async () => {
  await writeFile(join(caches, 'package.json'), '{}')
  const small = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="63"></svg>'
  const written = { routes: [{ path: '/rugby', picture: { en: small, es: small } }] } as never
  await expect(drawPictures(caches, written, [], caches)).rejects.toThrow(
    /the picture of \/rugby, en: it is 120 by 63 and has \d+ bytes, want 1200 by 630/,
  )
})
