import type { Deck, Team } from './deck'
import type { Pose } from './pose'
import { TIERS, type Tier } from './tier'

/** What a card shows, all of it from the template id. */
export interface Traits {
  tier: Tier
  team: Team
  position: string
  pose: Pose
  /** 1 to 99. */
  number: number
}

/** The same template id gives the same card, in every browser and at build. */
export function traitsOf(deck: Deck, templateId: number): Traits {
  const deal = dealer(templateId)
  const team = pick(deck.teams, deal())
  const [position, pose] = pick(deck.positions, deal())
  return { tier: pick(TIERS, deal()), team, position, pose, number: 1 + (deal() % 99) }
}

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
