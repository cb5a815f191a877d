import jsQR from 'jsqr'
import { expect, it } from 'vitest'
import { qrPath } from './QrCode'

/** Pixels for a module, as a camera would see it at some distance. */
const SCALE = 4

/** What a scanner reads off the drawn path: each of its rectangles is painted, on white. */
function scan(size: number, path: string): string | undefined {
  const side = size * SCALE
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++) {
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(width)) * SCALE; column++) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return jsQR(pixels, side, side)?.data
}

it.each([60, 400, 1200])('draws a request of %s characters so that a scanner reads it', (length) => {
  const text = `esr:${'gmNgZGBY1mTC_MoglIGBIVzX5uxZRqAQGMBoExgDAjRi4fwA'.repeat(30).slice(0, length - 4)}`
  const code = qrPath(text)
  expect(code && scan(code.size, code.path)).toBe(text)
})

it('leaves a light zone of four modules around', () => {
  const { size, path } = qrPath('esr:x') ?? { size: 0, path: '' }
  expect(path.startsWith('M4 4h7v1h-7z')).toBe(true)
  expect(size).toBe(21 + 8)
})

it('answers null for what no QR code can hold', () => {
  expect(qrPath(`esr:${'x'.repeat(3000)}`)).toBeNull()
})
