import { traitsOf } from '@fieldhouse/design'
import { type Did, linkedTeams as linked, pointsOf as worthOf } from '@fieldhouse/editorial'
import { football, footballDeck } from '@fieldhouse/look-football'
import { ARMBAND, LINK, PLAYS, type Play, TIER_POINTS } from '../facts'

/** A card on the field, and what its athlete did in a night. */
export interface Placed {
  templateId: number
  mint: number
  did: Did<Play>
}

/** The cards that a side sends out; the first wears the armband. Places without a card are not in it. */
export type Side = readonly [Placed, ...Placed[]]

/** The parts of what a side scores. */
export interface Sum {
  plays: number
  tiers: number
  links: number
  armband: number
  total: number
}

/** What the plays of an athlete are worth. */
export const pointsOf = (did: Did<Play>): number => worthOf(PLAYS, did)

const tierPoints = ({ templateId }: Placed): number => TIER_POINTS[traitsOf(footballDeck, templateId).tier]

/** What a card brings to the board: its athlete's plays and its tier. */
export const cardPoints = (placed: Placed): number => pointsOf(placed.did) + tierPoints(placed)

/** The teams that are linked in a side, none while a place is empty. */
export const linkedTeams = (side: Side): string[] =>
  linked(footballDeck, { side: football.side, cards: LINK.cards }, side)

/** What a side scores in a night. */
export function sumOf(side: Side): Sum {
  const plays = side.reduce((sum, { did }) => sum + pointsOf(did), 0)
  const tiers = side.reduce((sum, placed) => sum + tierPoints(placed), 0)
  const links = linkedTeams(side).length * LINK.points
  const armband = pointsOf(side[0].did) * (ARMBAND - 1)
  return { plays, tiers, links, armband, total: plays + tiers + links + armband }
}
