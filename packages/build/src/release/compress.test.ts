import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { compress, isCompressed, SMALLEST_COMPRESSED } from './compress.ts'

describe('compress', () => {
  const content = Buffer.from('a page about football. '.repeat(1000))

  it.each(['best', 'quick'] as const)('%s gives back the same content from every sibling', async (effort) => {
    const siblings = await compress(content, effort)
    const read = { '.br': brotliDecompressSync, '.zst': zstdDecompressSync, '.gz': gunzipSync }
    expect(siblings.map(({ suffix }) => suffix)).toEqual(Object.keys(read))
    for (const { suffix, content: sibling } of siblings) {
      expect(read[suffix as keyof typeof read](sibling).equals(content)).toBe(true)
      expect(sibling.length).toBeLessThan(content.length / 10)
    }
  })

  it('gives the same bytes each time', async () => {
    expect(await compress(content, 'best')).toEqual(await compress(content, 'best'))
  })
})

it.each([
  ['mount.js', SMALLEST_COMPRESSED, true],
  ['mount.js', SMALLEST_COMPRESSED - 1, false],
  ['fragments/main/home.en.html', 5000, false],
  ['images/ball.svg', 300, true],
  ['fonts/archivo.woff2', 30_000, false],
  ['images/card.webp', 30_000, false],
  ['mount.js.map', 30_000, false],
])('%s of %i bytes is compressed: %s', (path, size, expected) => {
  expect(isCompressed(path, size)).toBe(expected)
})
