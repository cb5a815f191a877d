import { traitsOf } from '@fieldhouse/design'
import { type Did, linkedTeams as linked, pointsOf as worthOf } from '@fieldhouse/editorial'
import { football, footballDeck } from '@fieldhouse/look-football'
import { ARMBAND, LINK, PLAYS, type Play, TIER_POINTS } from '../facts'

/** A card on the field, and what its athlete did in a night. */
interface Placed {
  templateId: number
  mint: number
  did: Did<Play>
}

/** The cards that a side sends out; the first wears the armband. Places without a card are not in it. */
export type Side = readonly [Placed, ...Placed[]]

/** The parts of what a side scores. */
interface Sum {
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

/** The side of the chalkboard, in the order in which it stands on it: two teams are linked. */
export const SIDE: Side = [
  { templateId: 737636, mint: 7, did: { throw: 2 } },
  { templateId: 711385, mint: 902, did: { yard: 61 } },
  { templateId: 707610, mint: 312, did: { catch: 4 } },
  { templateId: 719238, mint: 5120, did: { catch: 3 } },
  { templateId: 710680, mint: 1400, did: { catch: 1 } },
  { templateId: 707125, mint: 330, did: { stop: 5 } },
  { templateId: 701533, mint: 41, did: { stop: 7, steal: 1 } },
  { templateId: 726067, mint: 9001, did: { stop: 4 } },
  { templateId: 721206, mint: 7733, did: { stop: 2 } },
  { templateId: 742112, mint: 2201, did: { steal: 1 } },
  { templateId: 710544, mint: 12044, did: { kick: 2 } },
]

/** Plain cards alone, of which some did not play. */
export const PLAIN: Side = [
  { templateId: 701663, mint: 8120, did: { throw: 1, yard: 50 } },
  { templateId: 716870, mint: 903, did: { catch: 5 } },
  { templateId: 730982, mint: 15310, did: { catch: 4 } },
  { templateId: 717378, mint: 77, did: { stop: 9 } },
  { templateId: 701896, mint: 6002, did: { steal: 1, stop: 4 } },
  { templateId: 704879, mint: 411, did: { yard: 80 } },
  { templateId: 707186, mint: 17204, did: { kick: 4 } },
  { templateId: 767132, mint: 2950, did: { stop: 6 } },
  { templateId: 728852, mint: 10033, did: {} },
  { templateId: 746064, mint: 5, did: {} },
  { templateId: 735058, mint: 13870, did: {} },
]

/** The rarest card alone on the field. */
export const RICH: Side = [SIDE[0]]
