import type { Language } from '@fieldhouse/contract'
import type { ComponentType } from 'react'

/**
 * What the gateway puts pictures of links to cards and walls together of: drawings with marks in them, such as `{NUMBER}`
 * (docs/edition-contract.md, "Pictures of cards"). Teams and positions are places in the deck's lists.
 */
export interface CardPictures {
  /** How many there are, and the positions' names. */
  teams: number
  positions: readonly string[]
  /** How many ways athletes of a position stand on a tier's cards. */
  poses: (tier: 1 | 2 | 3 | 4 | 5, position: number) => number
  /** The tiers' names as cards have them, the plainest first. */
  tiers: Readonly<Record<Language, readonly string[]>>
  /** A card, 300 by 420. */
  Card: ComponentType<{ tier: 1 | 2 | 3 | 4 | 5; team: number; position: number; pose: number }>
  /** What is around a card of a team, and around the cards of a wall: 1200 by 630. */
  Frame: ComponentType<{ team: number }>
  Wall: ComponentType
}
