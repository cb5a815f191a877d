import type { ReactNode } from 'react'
import { Drawing } from '../card/Card'
import { type Deck, posesOf } from '../card/deck'
import type { Tier } from '../card/tier'

export interface CardStencilProps {
  deck: Deck
  tier: Tier
  /** Places in the deck's lists. */
  team: number
  position: number
  /** Place among the position's poses on the tier. */
  pose: number
}

/** A card, 300 by 420, with marks where it has its number and its tier's name; which copy it is, it does not say. */
export function CardStencil({
  deck,
  tier,
  team: ofTeam,
  position: ofPosition,
  pose: ofPose,
}: CardStencilProps): ReactNode {
  const team = deck.teams[ofTeam]
  const position = deck.positions[ofPosition]
  const pose = position && posesOf(position, tier)[ofPose]
  if (!team || !pose) throw new RangeError(`the deck has no team ${ofTeam}, position ${ofPosition} or pose ${ofPose}`)
  const traits = { tier, team, position: position[0], pose, number: '{NUMBER}', numberWidth: '{WIDTH}' }
  return (
    <svg viewBox="0 0 300 420" aria-hidden="true">
      <Drawing deck={deck} traits={traits} tierName="{TIER}" copies="" cut="full" upTo="cut" />
    </svg>
  )
}
