import type { Language } from '@fieldhouse/contract'
import type { Pose } from './pose'
import { TIERS, type Tier } from './tier'

/** Base, shade and light of one cloth. */
type Cloth = readonly [base: string, shade: string, light: string]

/** The colours of a tier on one floor. */
export interface TierPalette {
  ground: string
  /** The pattern on the ground. */
  pattern: string
  /** The painted number. */
  number: string
  ink: string
  plate: string
  frame: string
  limb: string
  limbShade: string
  /** Outline between the athlete's parts, like the bridge of a stencil. */
  gap: string
  /** Echo silhouettes, nearest first; more of them the higher the tier. */
  echoes: readonly string[]
}

/** An invented team: no real league, team or player stands on a card. */
interface Team {
  name: string
  jersey: Cloth
  shorts: Cloth
}

/** What an edition's cards are dealt from. */
export interface Deck {
  /** What the athletes wear: helmet, pads and gloves, with a pointed ball; or a vest and a headband, with a round one. */
  kit: 'pads' | 'vest'
  tiers: Record<Tier, TierPalette>
  foil: readonly string[]
  teams: readonly Team[]
  /** A position, how it stands on the rarest tier alone, and how on the others. */
  positions: readonly (readonly [name: string, rarest: Pose, others: readonly Pose[]])[]
  /** What people call each position. @default the name that cards have */
  positionNames?: Readonly<Record<Language, Readonly<Record<string, string>>>>
  ball: string
}

export const CLOTH = {
  green: ['#2B8A47', '#1F6B36', '#48AC63'],
  black: ['#1C211D', '#0F120F', '#3A423B'],
  rust: ['#B8452A', '#8F331D', '#D8674A'],
  blue: ['#2A4C8F', '#1E3870', '#4A70B8'],
  chalk: ['#E9E6DA', '#BDBAAE', '#FFFFFF'],
  teal: ['#1B6E74', '#124F54', '#38959B'],
  maroon: ['#7A2436', '#591926', '#A13F53'],
  orange: ['#E2681C', '#B44E10', '#FF9149'],
  gold: ['#D39A2C', '#A67719', '#EEBF5E'],
} as const satisfies Record<string, Cloth>

/** Builds a tier's palette; the rest follow from it. */
export const palette = (
  [ground, pattern, number, ink, plate, frame]: readonly [string, string, string, string, string, string],
  [limb, limbShade]: readonly [string, string],
  echoes: readonly string[],
  gap = ground,
): TierPalette => ({ ground, pattern, number, ink, plate, frame, limb, limbShade, gap, echoes })

/** What a card shows, all of it from the template id. */
export interface Traits {
  tier: Tier
  team: Team
  position: string
  pose: Pose
  /** 1 to 99. */
  number: number
}

/** Traits as they are drawn: in a stencil the number is a mark that is filled in later. */
export interface DrawnTraits extends Omit<Traits, 'number'> {
  number: number | string
  /** How wide it is painted: one of {@link NUMBER_WIDTHS}. */
  numberWidth: number | string
}

/** How wide the painted number is, of one digit and of two. */
export const NUMBER_WIDTHS = [140, 268] as const

/** The same template id gives the same card, in every browser and at build. */
export function traitsOf(deck: Deck, templateId: number): Traits {
  const deal = dealer(templateId)
  const team = pick(deck.teams, deal())
  const position = pick(deck.positions, deal())
  const tier = pick(TIERS, deal())
  const number = 1 + (deal() % 99)
  return { tier, team, position: position[0], pose: pick(posesOf(position, tier), deal()), number }
}

/** What people call a position, in words: `Quarterback` for `QB`. */
export const positionName = ({ positionNames }: Deck, position: string, language: Language): string =>
  positionNames?.[language][position] ?? position

/** How athletes of a position stand on a tier's cards. */
export const posesOf = ([, rarest, others]: Deck['positions'][number], tier: Tier): readonly Pose[] =>
  tier === 5 ? [rarest] : others

function pick<Item>(items: readonly Item[], roll: number): Item {
  return items[roll % items.length] as Item
}

/** Unsigned 32-bit numbers from a seed: the mixing function of splitmix32. */
function dealer(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }
}
