import type { Tier } from '@fieldhouse/design'
import { collectionOf, type Holding } from '@fieldhouse/holdings'
import { deck, look } from '@fieldhouse/holdings/testing'
import { describe, expect, it } from 'vitest'
import { findCards } from './find'
import { EVERYTHING, type Finding, isEverything, SORTS } from './finding'

const holding = (place: number): Holding => ({
  id: String(1000 + place),
  edition: place % 10 === 0 ? 'basketball' : 'football',
  templateId: 700001 + (place % 50),
  mint: 1 + Math.floor(place / 50),
  pack: null,
})
const { cards } = collectionOf(
  Array.from({ length: 200 }, (_, place) => holding(place)),
  { look, deck },
)
const NAMES = ['', 'Walk-on', 'Starter', 'Capitán', 'Marquee', 'Rafters']
const find = (change: Partial<Finding>) => findCards(cards, { ...EVERYTHING, ...change }, (tier) => NAMES[tier] ?? '')

it('has the cards of its own edition alone', () => {
  expect(cards).toHaveLength(180)
})

describe('what is looked for', () => {
  it.each<[string, Partial<Finding>, (card: (typeof cards)[number]) => boolean]>([
    ['a tier', { tier: 5 as Tier }, ({ traits }) => traits.tier === 5],
    ['any of some positions', { positions: ['QB', 'K'] }, ({ traits }) => ['QB', 'K'].includes(traits.position)],
    ['a team', { teams: ['Mesa Lanterns'] }, ({ traits }) => traits.team.name === 'Mesa Lanterns'],
    ['the beginning of a word', { text: 'mesa' }, ({ traits }) => traits.team.name === 'Mesa Lanterns'],
    ['words without their accents', { text: 'capitan' }, ({ traits }) => traits.tier === 3],
    [
      'all of several words',
      { text: ' LANTERNS qb ' },
      ({ traits }) => traits.team.name === 'Mesa Lanterns' && traits.position === 'QB',
    ],
  ])('is %s', (_, change, fits) => {
    const found = find(change)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found)).toEqual(new Set(cards.filter(fits)))
  })

  it('is a shirt number as a whole, written with # or without', () => {
    const number = cards[0]?.traits.number ?? 0
    const numbered = cards.filter(({ traits }) => traits.number === number)
    expect(new Set(find({ text: String(number) }))).toEqual(new Set(numbered))
    expect(new Set(find({ text: `#${number}` }))).toEqual(new Set(numbered))
    expect(find({ text: '100' })).toEqual([])
  })

  it('is everything until something is chosen', () => {
    expect(isEverything(EVERYTHING)).toBe(true)
    expect(isEverything({ ...EVERYTHING, text: '  ' })).toBe(true)
    for (const change of [
      { text: 'a' },
      { tier: 1 as Tier },
      { positions: ['K'] },
      { teams: ['x'] },
      { sort: 'team' as const },
    ])
      expect(isEverything({ ...EVERYTHING, ...change })).toBe(false)
  })
})

it('sorts by tier and serial, by age, by number and by team, and loses no card', () => {
  const orders: Record<(typeof SORTS)[number], (card: (typeof cards)[number]) => (string | number)[]> = {
    tier: ({ traits, mint }) => [-traits.tier, mint],
    newest: ({ id }) => [-Number(id)],
    number: ({ traits }) => [traits.number],
    team: ({ traits }) => [traits.team.name],
  }
  for (const sort of SORTS) {
    const found = find({ sort })
    expect(found).toHaveLength(cards.length)
    const keys = found.map(orders[sort])
    const ascending = keys.toSorted((a, b) => {
      const at = a.findIndex((value, index) => value !== b[index])
      return at < 0 ? 0 : (a[at] as number) < (b[at] as number) ? -1 : 1
    })
    expect(keys, sort).toEqual(ascending)
  }
})

it('hangs no two athletes of a position side by side among equal copies while there are others', () => {
  const firsts = find({ tier: 3 }).filter(({ mint }) => mint === 1)
  const positions = firsts.map(({ traits }) => traits.position)
  const count = new Set(positions).size
  expect(firsts.length).toBeGreaterThan(count)
  expect(new Set(positions.slice(0, count)).size).toBe(count)
})
