import type { Drop } from '@fieldhouse/chain-data'
import { MOST_CARDS, TIERS, type Tier, tierNamed } from '@fieldhouse/design'
import { CERTAIN, oddsOf } from '../odds/chances'

/** What a pack holds, as its drop's row prints it. */
export interface Contents {
  cards: number
  /** One card is of this tier or a rarer one; the plainest when nothing is guaranteed. */
  least: Tier
  /** The chance of each tier for a card as it is dealt, basis points. */
  odds: ByTier
}

/** What a pack holds; null when its row does not say it, or says what does not add up. */
export function contentsOf(drop: Pick<Drop, 'odds' | 'contents'>): Contents | null {
  const odds = oddsOf(drop)
  const { cards, least } = drop.contents
  if (!odds || !Number.isSafeInteger(cards) || (cards as number) < 1 || (cards as number) > MOST_CARDS) return null
  return { cards: cards as number, least: tierNamed(String(least)) ?? 1, odds }
}

export type ByTier = Readonly<Record<Tier, number>>

const byTier = (of: (tier: Tier) => number): ByTier =>
  Object.fromEntries(TIERS.map((tier) => [tier, of(tier)])) as Record<Tier, number>

/**
 * What comes of a pack: `expected`, how many cards of each tier it holds on average; `held`, the share of packs with at least one,
 * 0 to 1; and `reached`, the share that would hold a card of the guaranteed tier or a rarer one without the guarantee. When none
 * of its cards reaches that tier, the last one is dealt again from the tiers that do, by the odds among those (the contract's rule).
 */
export function outcomeOf({ cards, least, odds }: Contents) {
  const p = (tier: Tier) => odds[tier] / CERTAIN
  const below = TIERS.filter((tier) => tier < least).reduce((sum, tier) => sum + p(tier), 0)
  const none = below ** cards
  /** Odds that leave nothing from the guaranteed tier on deal that tier itself. */
  const again = (tier: Tier) => (below < 1 ? p(tier) / (1 - below) : tier === least ? 1 : 0)
  return {
    expected: byTier((tier) => {
      if (none === 0) return cards * p(tier)
      return cards * p(tier) + none * (tier < least ? -p(tier) / below : again(tier))
    }),
    held: byTier((tier) => {
      const dealt = 1 - (1 - p(tier)) ** cards
      if (none === 0) return dealt
      return tier < least ? dealt - (below - p(tier)) ** (cards - 1) * p(tier) : dealt + none * again(tier)
    }),
    reached: 1 - none,
  }
}

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
