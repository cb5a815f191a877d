import type { Drop } from '@fieldhouse/chain-data'
import { MOST_CARDS, TIERS, type Tier, tierNamed } from '@fieldhouse/design'
import { CERTAIN, oddsOf } from '../odds/chances'

/** What a pack holds, as its drop's row prints it. */
export interface Contents {
  cards: number
  /** One card is of this tier or a rarer one; the plainest when nothing is guaranteed. */
  least: Tier
  /** The chance of each tier for a card as it is dealt, basis points. */
  odds: Readonly<Record<Tier, number>>
}

/** What a pack holds; null when its row does not say it, or says what does not add up. */
export function contentsOf(drop: Pick<Drop, 'odds' | 'contents'>): Contents | null {
  const odds = oddsOf(drop)
  const { cards, least } = drop.contents
  if (!odds || !Number.isSafeInteger(cards) || (cards as number) < 1 || (cards as number) > MOST_CARDS) return null
  return { cards: cards as number, least: tierNamed(String(least)) ?? 1, odds }
}

/** What comes of a pack: a number for each tier. */
export type ByTier = Readonly<Record<Tier, number>>

const byTier = (of: (tier: Tier) => number): ByTier =>
  Object.fromEntries(TIERS.map((tier) => [tier, of(tier)])) as Record<Tier, number>

interface Chances {
  p: (tier: Tier) => number
  /** That a card is below the guaranteed tier. */
  below: number
  /** That none of a pack's cards reaches it as they are dealt. */
  none: number
  /** Of each tier when the last card is dealt again: odds that leave nothing from the guaranteed tier on deal that tier itself. */
  again: (tier: Tier) => number
}

const chancesOf = ({ cards, least, odds }: Contents): Chances => {
  const p = (tier: Tier) => odds[tier] / CERTAIN
  const below = TIERS.filter((tier) => tier < least).reduce((sum, tier) => sum + p(tier), 0)
  const again = (tier: Tier) => (below < 1 ? p(tier) / (1 - below) : tier === least ? 1 : 0)
  return { p, below, none: below ** cards, again }
}

/**
 * How many cards of each tier a pack holds on average, with what is guaranteed. When none of its cards reaches the guaranteed
 * tier, the last one is dealt again from the tiers that do, by the odds among those (the contract's rule).
 */
export function expectedOf(contents: Contents): ByTier {
  const { cards, least } = contents
  const { p, below, none, again } = chancesOf(contents)
  return byTier((tier) => {
    if (none === 0) return cards * p(tier)
    return cards * p(tier) + none * (tier < least ? -p(tier) / below : again(tier))
  })
}

/** The share of packs with at least one card of each tier, with what is guaranteed: 0 to 1. */
export function packsWith(contents: Contents): ByTier {
  const { cards, least } = contents
  const { p, below, none, again } = chancesOf(contents)
  return byTier((tier) => {
    const without = (1 - p(tier)) ** cards
    if (none === 0) return 1 - without
    if (tier < least) return 1 - without - (below - p(tier)) ** (cards - 1) * p(tier)
    return 1 - without + none * again(tier)
  })
}

/** The share of packs that would hold a card of the guaranteed tier or a rarer one without the guarantee: 0 to 1. */
export const reachedOf = (contents: Contents): number => 1 - chancesOf(contents).none

/** A part of a card's place: from so far down to so far down, 0 to 1, of one tier. */
export interface Piece {
  tier: Tier
  from: number
  to: number
}

/** A hundred places, each whole of one tier, or shared by those that the average has a part of. */
export function places(expected: ByTier): Piece[][] {
  const sum = TIERS.reduce((all, tier) => all + expected[tier], 0)
  const all: Piece[][] = Array.from({ length: 100 }, () => [])
  let at = 0
  for (const tier of TIERS) {
    // The last tier ends where the places do, whatever a sum of fractions comes to.
    const end = tier === 5 ? 100 : at + (100 * expected[tier]) / sum
    for (let place = Math.floor(at); place < end && place < 100; place += 1) {
      const from = Math.max(0, at - place)
      const to = Math.min(1, end - place)
      if (to - from > 0.005) all[place]?.push({ tier, from, to })
    }
    at = end
  }
  return all
}
