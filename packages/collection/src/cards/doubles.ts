import type { OwnCard } from '@fieldhouse/holdings'
import { byCopy } from './hang'

/** A card's place in its team. */
export const placeOf = ({ traits: { team, tier, position } }: OwnCard): string => `${team.name} ${tier} ${position}`

/** The cards whose place in their team has another of a lower copy. */
export function doublesOf(cards: readonly OwnCard[]): OwnCard[] {
  const best = new Map<string, OwnCard>()
  for (const card of cards) {
    const place = placeOf(card)
    const other = best.get(place)
    if (!other || byCopy(card, other) < 0) best.set(place, card)
  }
  return cards.filter((card) => best.get(placeOf(card)) !== card)
}
