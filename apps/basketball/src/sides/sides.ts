import { traitsOf } from '@fieldhouse/design'
import { type Did, linkedTeams, pointsOf as worthOf } from '@fieldhouse/editorial'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { CLOSER, PASS, PLAYS, type Play, TIER_POINTS } from '../facts'

/** What an athlete did in a night, by quarters. */
type Night = readonly [Did<Play>, Did<Play>, Did<Play>, Did<Play>]

/** A card on the court, and what its athlete did. */
interface Placed {
  templateId: number
  mint: number
  did: Night
}

/** The cards that a side sends out; the first is the closer. Places without a card are not in it. */
export type Side = readonly [Placed, ...Placed[]]

/** The parts of what a side scores. */
interface Sum {
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

/** The side on the court, one card for each position: guards, forwards, centre. Two teams pass. */
export const SIDE: Side = [
  {
    templateId: 726489,
    mint: 3,
    did: [
      { basket: 2, assist: 2 },
      { three: 1, assist: 1 },
      { basket: 1, steal: 1 },
      { three: 2, basket: 1 },
    ],
  },
  { templateId: 700298, mint: 2044, did: [{ three: 1 }, { three: 1 }, {}, { three: 1 }] },
  { templateId: 700054, mint: 590, did: [{ basket: 1 }, { basket: 2 }, { basket: 1, steal: 1 }, { basket: 1 }] },
  {
    templateId: 700129,
    mint: 9214,
    did: [{ rebound: 3 }, { rebound: 2 }, { basket: 1, rebound: 2 }, { rebound: 2 }],
  },
  {
    templateId: 700034,
    mint: 118,
    did: [{ block: 1 }, { basket: 1 }, { block: 1, rebound: 1 }, { basket: 1, rebound: 1 }],
  },
]

/** Plain cards alone, of which one did not play. */
export const PLAIN: Side = [
  {
    templateId: 700020,
    mint: 8120,
    did: [{ basket: 1, assist: 2 }, { assist: 2 }, { basket: 2 }, { three: 1, assist: 1 }],
  },
  { templateId: 700078, mint: 903, did: [{ three: 1 }, {}, { three: 1, basket: 1 }, { basket: 1 }] },
  { templateId: 700007, mint: 15310, did: [{ basket: 2 }, { steal: 1 }, {}, { basket: 1 }] },
  {
    templateId: 700115,
    mint: 77,
    did: [{ rebound: 2 }, { rebound: 2 }, { basket: 1, rebound: 1 }, { rebound: 2 }],
  },
  { templateId: 700019, mint: 6002, did: [{}, {}, {}, {}] },
]

/** The rarest card alone on the court. */
export const RICH: Side = [SIDE[0]]
