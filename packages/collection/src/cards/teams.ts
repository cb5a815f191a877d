import { type Deck, TIERS, type Tier } from '@fieldhouse/design'
import type { OwnCard } from '@fieldhouse/holdings'
import { placeOf } from './doubles'
import { byCopy } from './hang'

/** A team's place of a position and a cut: the cards in it, the lowest copy first; none where it is empty. */
export interface TeamPlace {
  tier: Tier
  position: string
  cards: readonly OwnCard[]
}

export interface TeamHolding {
  name: string
  /** By cut, from the rarest down; in each the positions as the deck has them. */
  places: readonly (readonly TeamPlace[])[]
  /** How many of the places have a card. */
  filled: number
}

/** The deck's positions, each once: some stand in two ways. */
export const positionsOf = (deck: Deck): string[] => [...new Set(deck.positions.map(([name]) => name))]

/** The deck's teams with what is held of each, the most complete first. */
export function teamsOf(deck: Deck, cards: readonly OwnCard[]): TeamHolding[] {
  const byPlace = new Map<string, OwnCard[]>()
  for (const card of cards.toSorted(byCopy)) {
    const place = placeOf(card)
    byPlace.set(place, [...(byPlace.get(place) ?? []), card])
  }
  const positions = positionsOf(deck)
  const teams = deck.teams.map(({ name }) => {
    const places = TIERS.toReversed().map((tier) =>
      positions.map((position) => ({ tier, position, cards: byPlace.get(`${name} ${tier} ${position}`) ?? [] })),
    )
    return { name, places, filled: places.flat().filter((place) => place.cards.length > 0).length }
  })
  return teams.sort((a, b) => b.filled - a.filled)
}
