import type { PackShare } from '@fieldhouse/editorial'

/*
 * What the operator of the basketball edition decides, said once: texts take it from here by name. What the chain knows
 * (packs and their odds, prices, limits) is read from the chain and stands nowhere else.
 */

/** A season, and who plays one night more after it. */
export const SEASON = { nights: 48, finalists: 4, nightsForDraw: 30 } as const

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

export type PrizeShare = keyof typeof PRIZE_SHARES

/** What of the last night's part the winner gets, in hundredths of it. */
export const WINNER_SHARE = 40
