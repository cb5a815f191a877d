import { TIERS, traitsOf } from '@fieldhouse/design'
import { football, footballDeck } from '@fieldhouse/look-football'
import { describe, expect, it } from 'vitest'
import { ONE_OF_EACH } from './edition'
import { FINALISTS, PACK_SHARES, PRIZE_SHARES, RENTAL, SEASON, TIER_POINTS } from './facts'
import { billOf, LEASE } from './pages/card-rental/lease'
import { FINAL, pairs, QUARTERS, type Result, SEMIS } from './pages/superbowl/example'
import { cardPoints, linkedTeams, PLAIN, pointsOf, RICH, SIDE, type Side, sumOf } from './sides/sides'

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)

it('gives each hundredth of a pack, and of the prizes, to somebody', () => {
  expect(sum(Object.values(PACK_SHARES))).toBe(100)
  expect(sum(Object.values(PRIZE_SHARES))).toBe(100)
})

it('adds the worked example up as its page says', () => {
  expect(SIDE).toHaveLength(football.side)
  expect(sumOf(SIDE)).toEqual({ plays: 68, tiers: 15, links: 6, armband: 14, total: 103 })
  // The numbers on the board are plays and tier.
  expect(sum(SIDE.map(cardPoints))).toBe(68 + 15)
  // The gold lines are drawn for these two.
  expect(linkedTeams(SIDE)).toEqual(['Ironport Tides', 'Saltmarsh Owls'])
})

it('lets plain cards that play beat a rare one alone', () => {
  expect(PLAIN.map(({ templateId }) => traitsOf(footballDeck, templateId).tier)).toEqual(PLAIN.map(() => 1))
  expect(sumOf(PLAIN)).toEqual({ plays: 70, tiers: 0, links: 6, armband: 12, total: 88 })
  expect(sumOf(RICH)).toEqual({ plays: 14, tiers: 6, links: 0, armband: 14, total: 34 })
})

describe('the rules', () => {
  const [captain, ...others] = SIDE

  it('gives no links to a side with an empty place', () => {
    const gap = [captain, ...others.slice(0, -1)] satisfies Side
    expect(sumOf(gap).links).toBe(0)
  })

  it('counts what the captain did again, his tier once', () => {
    const [other] = others
    if (!other) throw new Error('there is one')
    const swapped = [other, captain, ...others.slice(1)] satisfies Side
    expect(sumOf(SIDE).total - sumOf(swapped).total).toBe(pointsOf(captain.did) - pointsOf(other.did))
  })

  it('counts whole tens of yards', () => {
    expect([9, 10, 61].map((yard) => pointsOf({ yard }))).toEqual([0, 1, 6])
  })

  it('gives a rarer tier more, and none as much as a good night', () => {
    const points = TIERS.map((tier) => TIER_POINTS[tier])
    expect(points).toEqual(points.toSorted((a, b) => a - b))
    expect(Math.max(...points)).toBeLessThan(pointsOf(captain.did))
  })
})

it('takes the house’s part from the rent, and gives the owner the rest to the last unit', () => {
  expect(billOf(LEASE.nights, LEASE.perNight)).toEqual({ rent: 24_00000000n, fee: 1_20000000n, owner: 22_80000000n })
  const { rent, fee, owner } = billOf(3, 33_333_333n)
  expect([rent, fee + owner]).toEqual([99_999_999n, 99_999_999n])
  expect(LEASE.nights).toBeLessThanOrEqual(RENTAL.mostNights)
  expect(LEASE.first + LEASE.nights - 1).toBeLessThanOrEqual(SEASON.nights)
})

it('lets the first two meet in the final alone', () => {
  expect(pairs()).toEqual([
    [1, 8],
    [4, 5],
    [2, 7],
    [3, 6],
  ])
  expect(
    pairs()
      .flat()
      .toSorted((a, b) => a - b),
  ).toEqual(Array.from({ length: FINALISTS }, (_, index) => index + 1))
  expect(SEASON.counting).toBeLessThan(SEASON.nights)
})

it('sends the winner of each meeting on, to the final on the board', () => {
  const winner = ([one, other]: Result) => (one.points > other.points ? one.side : other.side)
  expect(SEMIS.map((met) => met.map(({ side }) => side))).toEqual([
    QUARTERS.slice(0, 2).map(winner),
    QUARTERS.slice(2).map(winner),
  ])
  expect(FINAL.toSorted()).toEqual(SEMIS.map(winner).toSorted())
  expect(sumOf(SIDE).total).toBeGreaterThan(sumOf(PLAIN).total)
})

it('shows one card of each tier, the plainest first', () => {
  expect(ONE_OF_EACH.map(({ templateId }) => traitsOf(footballDeck, templateId).tier)).toEqual([...TIERS])
})
