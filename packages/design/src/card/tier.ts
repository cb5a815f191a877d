import type { Language } from '@fieldhouse/contract'
import { formatNumber } from '@fieldhouse/i18n'

/** From the plainest to the rarest. Told apart by cut, pattern, frame and number of marks before colour. */
export type Tier = 1 | 2 | 3 | 4 | 5

export const TIERS = [1, 2, 3, 4, 5] as const

/** The outline of a card of 300 by 420: slab, double rule, cut corners, ticket notches, swallow-tail banner. */
export const OUTLINE: Record<Tier, string> = {
  1: 'M0 0H300V420H0Z',
  2: 'M0 0H300V420H0Z',
  3: 'M26 0H274L300 26V394L274 420H26L0 394V26Z',
  4: 'M0 0H300V196a14 14 0 0 0 0 28V420H0V224a14 14 0 0 0 0-28Z',
  5: 'M0 0H300V420L150 392 0 420Z',
}

/** Copies of a card of each tier. */
export const SUPPLY: Record<Tier, number> = { 1: 18000, 2: 6000, 3: 1200, 4: 150, 5: 25 }

/**
 * Which copy a card is, as it is written.
 *
 * @param none what stands for 0: the asset index numbers a card only once its block is final, minutes later
 */
export const copyNumber = (mint: number, language: Language, none = '—'): string =>
  mint > 0 ? formatNumber(mint, language) : none

/** At most so many cards are in a pack (the contract's own bound). */
export const MOST_CARDS = 20

/** The chain's rows' names of the tiers, from the plainest. */
const TIER_NAMES = ['common', 'uncommon', 'rare', 'epic', 'legendary']

/** The tier that a row means by a name; undefined for another. */
export const tierNamed = (name: string): Tier | undefined => ((TIER_NAMES.indexOf(name) + 1) as Tier) || undefined
