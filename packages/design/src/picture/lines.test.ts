// @vitest-environment node
import { expect, it } from 'vitest'
import { setTitle, widthOf } from './lines'

it('sets a title in capitals, in the largest size in which its words fit the column', () => {
  const short = setTitle('FAQ', 480, 430)
  const long = setTitle('Claims: football packs that wait for you', 480, 430)
  expect(short.lines).toEqual(['FAQ'])
  expect(long.lines.join(' ')).toBe('CLAIMS: FOOTBALL PACKS THAT WAIT FOR YOU')
  expect(long.size).toBeLessThan(short.size)
  for (const { lines, size, leading } of [short, long]) {
    for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(480)
    expect(lines.length * leading).toBeLessThanOrEqual(430)
  }
})

it('leaves room above capitals with accents', () => {
  expect(setTitle('Fútbol', 480, 430).leading / setTitle('Fútbol', 480, 430).size).toBeGreaterThan(1)
  expect(setTitle('Futbol', 480, 430).leading / setTitle('Futbol', 480, 430).size).toBeLessThan(1)
})

it('refuses a title that fits in no size', () => {
  expect(() => setTitle('x'.repeat(100), 480, 430)).toThrow('it has no size in which it fits its column')
})
