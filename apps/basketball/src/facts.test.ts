import { TIERS, traitsOf } from '@fieldhouse/design'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { describe, expect, it } from 'vitest'
import { FRONT } from './edition'
import { PACK_SHARES, PLAYS, PRIZE_SHARES, SEASON, TIER_POINTS, WINNER_SHARE } from './facts'
import {
  allOf,
  cardPoints,
  PLAIN,
  passingTeams,
  playsOf,
  quartersOf,
  RICH,
  SIDE,
  type Side,
  sumOf,
} from './sides/sides'

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
  expect(SEASON.counting).toBeLessThan(SEASON.nights)
})

it('shows a whole side on the front', () => {
  expect(FRONT).toHaveLength(basketball.side)
})

const traits = ({ templateId }: { templateId: number }) => traitsOf(basketballDeck, templateId)

it('has one card for each place that cards can have in its examples', () => {
  const places = new Set(basketballDeck.positions.map(([name]) => name))
  expect(places.size).toBe(basketball.side)
  for (const side of [SIDE, PLAIN]) expect(new Set(side.map((placed) => traits(placed).position))).toEqual(places)
})

it('adds the worked example up as its page says, by rows and by columns', () => {
  expect(sumOf(SIDE)).toEqual({ plays: 64, tiers: 11, passes: 6, closer: 8, total: 89 })
  expect(SIDE.map(playsOf)).toEqual([22, 9, 12, 11, 10])
  expect([0, 1, 2, 3].map((quarter) => sum(SIDE.map((placed) => quartersOf(placed)[quarter] ?? 0)))).toEqual([
    16, 15, 15, 18,
  ])
  // The numbers on the court are plays and tier.
  expect(sum(SIDE.map(cardPoints))).toBe(64 + 11)
  // The dashed lines are drawn for these two.
  expect(passingTeams(SIDE)).toEqual(['Harbor St. Kites', 'Long Pier Lamps'])
})

it('lets plain cards that play beat a rare one alone', () => {
  expect(PLAIN.map((placed) => traits(placed).tier)).toEqual(PLAIN.map(() => 1))
  expect(sumOf(PLAIN)).toEqual({ plays: 41, tiers: 0, passes: 6, closer: 4, total: 51 })
  expect(sumOf(RICH)).toEqual({ plays: 22, tiers: 5, passes: 0, closer: 8, total: 35 })
})

describe('the rules', () => {
  const [closer, ...others] = SIDE

  it('give no passes to a side with an empty place', () => {
    expect(sumOf([closer, ...others.slice(0, -1)] satisfies Side).passes).toBe(0)
  })

  it('count what the closer did in the last quarter again, and nothing else of it', () => {
    const [other] = others
    if (!other) throw new Error('there is one')
    const last = (placed: typeof closer) => quartersOf(placed).at(-1) ?? 0
    const swapped = [other, closer, ...others.slice(1)] satisfies Side
    expect(sumOf(SIDE).total - sumOf(swapped).total).toBe(last(closer) - last(other))
  })

  it('say what an athlete did in all quarters together', () => {
    expect(allOf(closer.did)).toEqual({ basket: 4, assist: 3, three: 3, steal: 1 })
  })

  it('give a rarer tier more, and none as much as a good night', () => {
    const points = TIERS.map((tier) => TIER_POINTS[tier])
    expect(points).toEqual(points.toSorted((a, b) => a - b))
    expect(Math.max(...points)).toBeLessThan(PLAYS.three.points * 2)
  })
})
