import { collectionOf } from '@fieldhouse/holdings'
import { deck, look } from '@fieldhouse/holdings/testing'
import { expect, it } from 'vitest'
import { doublesOf } from './doubles'
import { positionsOf, teamsOf } from './teams'

const { cards } = collectionOf(
  Array.from({ length: 120 }, (_, place) => ({
    id: String(place),
    edition: 'football',
    templateId: 700001 + (place % 50),
    mint: 120 - place,
    pack: null,
  })),
  { look, deck },
)

it('gives each card of a collection its place in its team, and each place its lowest copy first', () => {
  const teams = teamsOf(deck, cards)
  const places = teams.flatMap((team) => team.places.flat().map((place) => ({ team: team.name, ...place })))
  expect(places).toHaveLength(deck.teams.length * positionsOf(deck).length * 5)
  expect(places.flatMap((place) => place.cards)).toHaveLength(cards.length)
  for (const { team, tier, position, cards: own } of places) {
    for (const { traits } of own)
      expect([traits.team.name, traits.tier, traits.position]).toEqual([team, tier, position])
    expect(own.map(({ mint }) => mint)).toEqual(own.map(({ mint }) => mint).toSorted((a, b) => a - b))
  }
})

it('has the most complete team first, and each team of the deck, also without cards', () => {
  const counts = teamsOf(deck, cards).map(({ filled }) => filled)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(teamsOf(deck, []).map(({ filled }) => filled)).toEqual(deck.teams.map(() => 0))
})

it('calls double what is in a place beside its lowest copy', () => {
  const filled = teamsOf(deck, cards).reduce((sum, team) => sum + team.filled, 0)
  const doubles = doublesOf(cards)
  expect(doubles).toHaveLength(cards.length - filled)
  expect(doublesOf(doubles.slice(0, 1))).toEqual([])
  // The index has not numbered the other one yet.
  const [card, ...rest] = cards.slice(0, 1).flatMap((one) => [one, { ...one, id: 'new', mint: 0 }])
  expect(doublesOf(card ? [...rest, card] : [])).toEqual(rest)
})
