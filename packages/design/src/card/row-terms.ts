import type { Tier } from './tier'

/** At most so many cards are in a pack (the contract's own bound). */
export const MOST_CARDS = 20

/** The chain's rows' names of the tiers, from the plainest. */
const TIER_NAMES = ['common', 'uncommon', 'rare', 'epic', 'legendary']

/** The tier that a row means by a name; undefined for another. */
export const tierNamed = (name: string): Tier | undefined => ((TIER_NAMES.indexOf(name) + 1) as Tier) || undefined
