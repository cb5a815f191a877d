import type { Tier } from '@fieldhouse/design'

/*
 * What the operator of the football edition decides, said once: texts and worked examples take it from here by name. What the
 * chain knows (packs and their odds, prices, limits) is read from the chain and stands nowhere else.
 */

/** What an athlete does in a night: so many points for every so many of them. */
export const PLAYS = {
  throw: { points: 7, per: 1 },
  steal: { points: 5, per: 1 },
  catch: { points: 2, per: 1 },
  kick: { points: 2, per: 1 },
  stop: { points: 1, per: 1 },
  yard: { points: 1, per: 10 },
} as const

export type Play = keyof typeof PLAYS

/** What a card of a tier brings besides. */
export const TIER_POINTS: Readonly<Record<Tier, number>> = { 1: 0, 2: 1, 3: 2, 4: 4, 5: 6 }

/** So many cards of one team in a whole side bring so many points, once for each team. */
export const LINK = { cards: 3, points: 3 } as const

/** How often what the captain did counts. */
export const ARMBAND = 2

/** A season, and who plays on after it. */
export const SEASON = {
  nights: 34,
  /** The best so many of them count. */
  counting: 24,
  /** Go on by points, and by a draw among all others who played at least so many nights. */
  byPoints: 6,
  byDraw: 2,
  nightsForDraw: 20,
  weeksBetweenRounds: 1,
  /** Line-ups of the final are open to everybody so many hours before. */
  openHours: 1,
} as const

export const FINALISTS = SEASON.byPoints + SEASON.byDraw

/** Lending a card. */
export const RENTAL = {
  /** The house's part of the rent, basis points. */
  feeBps: 500,
  /** Of one lease. */
  mostNights: 14,
} as const

/** Where what is paid for a pack goes, in hundredths of it, the largest first. */
export const PACK_SHARES = { prizes: 40, making: 30, lights: 14, partner: 10, reserve: 6 } as const

/** Where the prizes go, in hundredths of them. */
export const PRIZE_SHARES = { nights: 70, final: 20, draw: 10 } as const

/** What of the final's part the winner gets, in hundredths of it. */
export const WINNER_SHARE = 50
