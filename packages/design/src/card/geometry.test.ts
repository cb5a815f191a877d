import { expect, it } from 'vitest'
import { band } from './geometry'

it('stretches a band around two circles', () => {
  // Both of radius 10, 100 apart: two straight lines and two half circles.
  expect(band([0, 0, 10], [100, 0, 10])).toBe('M0 -10L100 -10A10 10 0 0 1 100 10L100 10L0 10A10 10 0 0 1 0 -10Z')
})

it('is the larger circle when it holds the other', () => {
  expect(band([0, 0, 20], [5, 0, 10])).toBe('M-20 0a20 20 0 1 1 40 0a20 20 0 1 1 -40 0Z')
})

it('goes around four circles in their order', () => {
  const path = band([0, 0, 5], [50, 0, 5], [50, 50, 5], [0, 50, 5])
  expect(path.match(/A5 5 0 0 1/g)).toHaveLength(4)
})
