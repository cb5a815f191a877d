import { traitsOf } from '@fieldhouse/design'
import { football, footballDeck } from '@fieldhouse/look-football'
import { ARMBAND, LINK, PLAYS, type Play, TIER_POINTS } from '../facts'

/** What an athlete did in a night. */
export type Night = Readonly<Partial<Record<Play, number>>>

/** A card on the field, and what its athlete did. */
export interface Placed {
  templateId: number
  mint: number
  did: Night
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
export const pointsOf = (did: Night): number =>
  (Object.entries(did) as [Play, number][]).reduce(
    (sum, [play, count]) => sum + Math.floor(count / PLAYS[play].per) * PLAYS[play].points,
    0,
  )

const tierPoints = ({ templateId }: Placed): number => TIER_POINTS[traitsOf(footballDeck, templateId).tier]

/** What a card brings to the board: its athlete's plays and its tier. */
export const cardPoints = (placed: Placed): number => pointsOf(placed.did) + tierPoints(placed)

/** The teams that are linked in a side, none while a place is empty. */
export function linkedTeams(side: Side): string[] {
  if (side.length < football.side) return []
  const cards = new Map<string, number>()
  for (const { templateId } of side) {
    const { name } = traitsOf(footballDeck, templateId).team
    cards.set(name, (cards.get(name) ?? 0) + 1)
  }
  return [...cards].flatMap(([name, count]) => (count >= LINK.cards ? [name] : []))
}

/** What a side scores in a night. */
export function sumOf(side: Side): Sum {
  const plays = side.reduce((sum, { did }) => sum + pointsOf(did), 0)
  const tiers = side.reduce((sum, placed) => sum + tierPoints(placed), 0)
  const links = linkedTeams(side).length * LINK.points
  const armband = pointsOf(side[0].did) * (ARMBAND - 1)
  return { plays, tiers, links, armband, total: plays + tiers + links + armband }
}
