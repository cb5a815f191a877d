import { TIERS, type Tier } from '@fieldhouse/design'
import { describe, expect, it } from 'vitest'
import { type Contents, contentsOf, outcomeOf, places } from './contents'

const odds = { common: 5200, uncommon: 3000, rare: 1400, epic: 330, legendary: 70 }
const drop = (contents: object = { cards: 8, least: 'rare' }) => ({
  odds,
  contents: contents as Record<string, unknown>,
})

it('reads what a row says of a pack', () => {
  expect(contentsOf(drop())).toEqual({ cards: 8, least: 3, odds: { 1: 5200, 2: 3000, 3: 1400, 4: 330, 5: 70 } })
  expect(contentsOf(drop({ cards: 3 }))).toMatchObject({ cards: 3, least: 1 })
})

it.each([[{}], [{ cards: 0 }], [{ cards: 21 }], [{ cards: 2.5 }], [{ cards: '8' }]])(
  'says nothing of %j',
  (contents) => {
    expect(contentsOf(drop(contents))).toBeNull()
  },
)

it('says nothing where the odds do not add up', () => {
  expect(contentsOf({ ...drop(), odds: { ...odds, common: 5100 } })).toBeNull()
})

/** What comes of a pack, by going through all that can be dealt, as the contract does. */
function allDeals({ cards, least, odds }: Contents) {
  const p = (tier: Tier) => odds[tier] / 10_000
  const reach = TIERS.filter((tier) => tier >= least)
  const reachable = reach.reduce((sum, tier) => sum + p(tier), 0)
  const expected = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  const held = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
  const count = (dealt: readonly Tier[], chance: number) => {
    for (const tier of dealt) expected[tier] += chance
    for (const tier of new Set(dealt)) held[tier] += chance
  }
  const deal = (dealt: readonly Tier[], chance: number) => {
    if (chance === 0) return
    if (dealt.length < cards) {
      for (const tier of TIERS) deal([...dealt, tier], chance * p(tier))
    } else if (Math.max(...dealt) >= least) count(dealt, chance)
    else if (reachable === 0) count([...dealt.slice(0, -1), least], chance)
    else for (const tier of reach) count([...dealt.slice(0, -1), tier], (chance * p(tier)) / reachable)
  }
  deal([], 1)
  return { expected, held }
}

const even = { 1: 2000, 2: 2000, 3: 2000, 4: 2000, 5: 2000 }
const plain = { 1: 10_000, 2: 0, 3: 0, 4: 0, 5: 0 }

describe.each<[string, Contents]>([
  ['nothing guaranteed', { cards: 3, least: 1, odds: { 1: 7000, 2: 2200, 3: 650, 4: 130, 5: 20 } }],
  ['a Captain guaranteed', { cards: 5, least: 3, odds: { 1: 5200, 2: 3000, 3: 1400, 4: 330, 5: 70 } }],
  ['the rarest guaranteed', { cards: 4, least: 5, odds: even }],
  ['a tier guaranteed that is never dealt', { cards: 3, least: 4, odds: plain }],
  ['a single card', { cards: 1, least: 2, odds: even }],
])('of a pack with %s', (_, contents) => {
  const all = allDeals(contents)
  const { expected, held } = outcomeOf(contents)

  it.each(TIERS)('the average of tier %i is that of all deals', (tier) => {
    expect(expected[tier]).toBeCloseTo(all.expected[tier], 10)
  })

  it.each(TIERS)('the share of packs with tier %i is that of all deals', (tier) => {
    expect(held[tier]).toBeCloseTo(all.held[tier], 10)
  })

  it('a hundred places show the averages, and each is full', () => {
    const shown = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 }
    for (const pieces of places(expected)) {
      expect(pieces.reduce((sum, { from, to }) => sum + to - from, 0)).toBeCloseTo(1, 1)
      for (const { tier, from, to } of pieces) shown[tier] += to - from
    }
    for (const tier of TIERS) expect(shown[tier]).toBeCloseTo((100 * expected[tier]) / contents.cards, 1)
  })
})
