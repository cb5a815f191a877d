import { basketball } from '@fieldhouse/look-basketball'
import { expect, it } from 'vitest'
import { PACK_SHARES, PRIZE_SHARES, SEASON, WINNER_SHARE } from './facts'
import { HOME_CARDS } from './pages/home/cards'

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

it('gives each hundredth of a pack, and of the prizes, to somebody', () => {
  expect(sum(Object.values(PACK_SHARES))).toBe(100)
  expect(sum(Object.values(PRIZE_SHARES))).toBe(100)
})

it('cuts the pack with its largest part on top', () => {
  const shares = Object.values(PACK_SHARES)
  expect(shares).toEqual(shares.toSorted((a, b) => b - a))
})

it('leaves the winner of the last night less than all, and more than an equal part', () => {
  expect(WINNER_SHARE).toBeLessThan(100)
  expect(WINNER_SHARE).toBeGreaterThan(100 / SEASON.finalists)
  expect(SEASON.nightsForDraw).toBeLessThanOrEqual(SEASON.nights)
})

it('shows a whole side on the front', () => {
  expect(HOME_CARDS).toHaveLength(basketball.side)
})
