import type { Tier } from '@fieldhouse/design'
import type { PackShare } from '@fieldhouse/editorial'

/*
 * What the operator of the basketball edition decides, said once: texts take it from here by name. What the chain knows
 * (packs and their odds, prices, limits) is read from the chain and stands nowhere else.
 */

/** What an athlete does in a night: so many points for every so many of them. */
export const PLAYS = {
  three: { points: 3, per: 1 },
  basket: { points: 2, per: 1 },
  block: { points: 2, per: 1 },
  steal: { points: 2, per: 1 },
  assist: { points: 1, per: 1 },
  rebound: { points: 1, per: 1 },
} as const

export type Play = keyof typeof PLAYS

/** What a card of a tier brings besides. */
export const TIER_POINTS: Readonly<Record<Tier, number>> = { 1: 0, 2: 1, 3: 2, 4: 3, 5: 5 }

/** So many cards of one team in a whole side bring so many points, once for each team. */
export const PASS = { cards: 2, points: 3 } as const

/** How often what the closer does in the last quarter counts. */
export const CLOSER = 2

/** A season, and who plays one night more after it. */
export const SEASON = {
  nights: 48,
  /** The best so many of them count. */
  counting: 36,
  finalists: 4,
  nightsForDraw: 30,
} as const

/** Where what is paid for a pack goes, in hundredths of it, the largest first. */
export const PACK_SHARES: Readonly<Record<PackShare, number>> = {
  prizes: 42,
  making: 28,
  lights: 14,
  partner: 10,
  reserve: 6,
}

/** Where the prizes go, in hundredths of them. */
export const PRIZE_SHARES = { nights: 75, final: 15, draw: 10 } as const

/** What of the last night's part the winner gets, in hundredths of it. */
export const WINNER_SHARE = 40
