import { traitsOf } from '@fieldhouse/design'
import { type Did, linkedTeams, pointsOf as worthOf } from '@fieldhouse/editorial'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { CLOSER, PASS, PLAYS, type Play, TIER_POINTS } from '../facts'

/** What an athlete did in a night, by quarters. */
export type Night = readonly [Did<Play>, Did<Play>, Did<Play>, Did<Play>]

/** A card on the court, and what its athlete did. */
export interface Placed {
  templateId: number
  mint: number
  did: Night
}

/** The cards that a side sends out; the first is the closer. Places without a card are not in it. */
export type Side = readonly [Placed, ...Placed[]]

/** The parts of what a side scores. */
export interface Sum {
  plays: number
  tiers: number
  passes: number
  closer: number
  total: number
}

const add = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** What an athlete's quarters are worth, one by one. */
export const quartersOf = ({ did }: Placed): number[] => did.map((quarter) => worthOf(PLAYS, quarter))

/** What the plays of an athlete are worth. */
export const playsOf = (placed: Placed): number => add(quartersOf(placed))

const tierPoints = ({ templateId }: Placed): number => TIER_POINTS[traitsOf(basketballDeck, templateId).tier]

/** What a card brings to the board: its athlete's plays and its tier. */
export const cardPoints = (placed: Placed): number => playsOf(placed) + tierPoints(placed)

/** The teams whose cards pass to each other in a side, none while a place is empty. */
export const passingTeams = (side: Side): string[] =>
  linkedTeams(basketballDeck, { side: basketball.side, cards: PASS.cards }, side)

/** What a side scores in a night. */
export function sumOf(side: Side): Sum {
  const plays = add(side.map(playsOf))
  const tiers = add(side.map(tierPoints))
  const passes = passingTeams(side).length * PASS.points
  const closer = (quartersOf(side[0]).at(-1) ?? 0) * (CLOSER - 1)
  return { plays, tiers, passes, closer, total: plays + tiers + passes + closer }
}

/** All that an athlete did in a night. */
export function allOf(did: Night): Did<Play> {
  const all: Partial<Record<Play, number>> = {}
  for (const quarter of did) {
    for (const [play, count] of Object.entries(quarter) as [Play, number][]) all[play] = (all[play] ?? 0) + count
  }
  return all
}
