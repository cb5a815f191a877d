import { decode } from 'fast-png'
import { expect, it } from 'vitest'
import { paletted } from './png.ts'

/** The pixels of a PNG with a palette, RGB. */
function read(png: Buffer): { width: number; pixels: number[][] } {
  const { width, data, palette = [] } = decode(png)
  return { width, pixels: [...data].map((index) => palette[index] ?? []) }
}

const rgba = (colours: number[][]) => Uint8Array.from(colours.flatMap((colour) => [...colour, 255]))

it('keeps every colour of a picture that has few', () => {
  const colours = [
    [0, 0, 0],
    [255, 255, 255],
    [69, 178, 87],
    [69, 178, 88],
    [0, 0, 0],
    [1, 0, 0],
  ]
  expect(read(paletted(rgba(colours), 3, 2))).toEqual({ width: 3, pixels: colours })
})

it('keeps a picture of one colour', () => {
  expect(read(paletted(rgba([[7, 8, 9]]), 1, 1)).pixels).toEqual([[7, 8, 9]])
})

it('puts colours near to theirs in the place of those that are too many, the same ones each time', () => {
  const colours = Array.from({ length: 4096 }, (_, index) => [index >> 4, 255 - (index >> 5), (index * 7) & 15])
  const png = paletted(rgba(colours), 64, 64)
  const { pixels } = read(png)
  const errors = pixels.map((pixel, index) =>
    Math.max(...pixel.map((value, channel) => Math.abs(value - (colours[index]?.[channel] ?? 0)))),
  )
  expect(Math.max(...errors)).toBeLessThanOrEqual(12)
  expect(new Set(pixels.map(String)).size).toBe(256)
  expect(paletted(rgba(colours), 64, 64).equals(png)).toBe(true)
})
