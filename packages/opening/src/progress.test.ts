import { expect, it } from 'vitest'
import { REST, tornAt, USUAL } from './progress'

const way = (step: 'asked' | 'signed', from: number) =>
  Array.from({ length: 600 }, (_, index) => tornAt(step, index * 100, from))

it('never stands still and never goes back while the chain works, for a minute', () => {
  const torn = way('signed', 0.1)
  for (const [index, at] of torn.slice(1).entries()) expect(at).toBeGreaterThan(torn[index] as number)
})

it('is at most 12 hundredths torn before the signature, most of the way after the usual time, and never whole without the answer', () => {
  expect(Math.max(...way('asked', 0))).toBeLessThan(0.12)
  expect(tornAt('signed', USUAL, 0.1)).toBeGreaterThan(0.6)
  expect(Math.max(...way('signed', 0.1))).toBeLessThan(0.8)
})

it('tears the rest within 200 ms of the answer, from wherever it is', () => {
  expect(tornAt('open', 0, 0.4)).toBe(0.4)
  expect(tornAt('open', REST, 0.4)).toBe(1)
  expect(tornAt('open', 10 * REST, 0.4)).toBe(1)
})
