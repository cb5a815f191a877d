/// <reference types="node" />

import { readFileSync } from 'node:fs'
import { getAppData, isByMedian, type ListedDrop, listDrops, waxForListing } from '@fieldhouse/chain-data'
import { applySnapshot } from '@fieldhouse/chain-data/host'
import type { Language } from '@fieldhouse/contract'
import { artOf } from '@fieldhouse/design'
import { formatWax } from '@fieldhouse/i18n'
import { expect, it } from 'vitest'
import { agreedFor } from '../purchase/use-slip'
import { dropRow } from '../testing/fake-gateway'
import { showDrops } from './show-drops'

const drop = (changes: Partial<ListedDrop> = {}): ListedDrop =>
  ({
    id: '101',
    edition: 'football',
    name: 'Opening Drive',
    description: 'Five cards.',
    image: '',
    odds: {},
    contents: { cards: 8, least: 'rare' },
    listing: { token: 'USD', units: 2499n, decimals: 2 },
    most: 3000n,
    sold: 1796n,
    accountLimit: 0n,
    needsClaim: false,
    startsAt: Date.parse('2026-11-20T14:00:00Z'),
    endsAt: Date.parse('2026-11-27T14:00:00Z'),
    isHidden: false,
    state: 'live',
    ...changes,
  }) as ListedDrop

const fieldsOf = (changes: Partial<ListedDrop>, median: bigint | null = 488n, language: 'en' | 'es' = 'en') =>
  showDrops([drop(changes)], median, language)[0]

it('formats a drop as the contract says', () => {
  expect(fieldsOf({})).toEqual({
    variant: 'live',
    price: 'usd',
    fields: {
      id: '101',
      name: 'Opening Drive',
      description: 'Five cards.',
      descriptionLanguage: 'en',
      usd: '24.99',
      usdWhole: '24',
      usdCents: '99',
      wax: '512.10',
      waxWhole: '512',
      waxCents: '10',
      left: '1,204',
      total: '3,000',
      percentLeft: '40',
      startsAt: '2026-11-20T14:00:00.000Z',
      startsText: '20 Nov 2026, 14:00 UTC',
      endsAt: '2026-11-27T14:00:00.000Z',
      endsText: '27 Nov 2026, 14:00 UTC',
      pause: '',
      least: '3',
      cards: '8',
      print: '1',
    },
  })
})

it.each(['en', 'es'] as const)('shows a drop of a paused sale as paused, with the notice: %s', (language) => {
  const paused = { en: 'We look at the price feed.', es: 'Miramos el precio.', since: '2026-11-22T14:20:00Z' }
  const shown = fieldsOf({ paused }, 488n, language)
  expect([shown?.variant, shown?.fields.pause]).toEqual(['live-paused', paused[language]])
  expect(fieldsOf({ paused, most: 0n })?.variant).toBe('live-paused')
  // Only a sale that goes on can be paused.
  for (const state of ['soon', 'soldout', 'ended'] as const) expect(fieldsOf({ paused, state })?.variant).toBe(state)
})

it('formats it for a Spanish page', () => {
  expect(fieldsOf({}, 488n, 'es')?.fields).toMatchObject({
    usd: '24,99',
    wax: '512,10',
    startsText: '20 nov 2026, 14:00 UTC',
  })
})

it('describes a drop in the language of the page where the settings do', () => {
  const texts = [{ en: 'Five cards.', es: 'Cinco cartas.' }]
  const described = (language: 'en' | 'es', given?: typeof texts) =>
    showDrops([drop()], null, language, given)[0]?.fields
  expect(described('es', texts)).toMatchObject({ description: 'Cinco cartas.', descriptionLanguage: 'es' })
  expect(described('en', texts)).toMatchObject({ description: 'Five cards.', descriptionLanguage: 'en' })
  expect(described('es')).toMatchObject({ description: 'Five cards.', descriptionLanguage: 'en' })
})

/** What the gateway is tested with too. */
const vectorsOf = <Vector>(name: string): Vector[] =>
  JSON.parse(readFileSync(new URL(`../../../../plugins/editions/page/testdata/${name}.json`, import.meta.url), 'utf8'))

/** The drops of a site with one row. */
const dropsOf = (changes: object) => {
  applySnapshot({ rowDrops: { rows: [dropRow(changes)], more: false, next_key: '' } }, Date.now())
  return getAppData('rowDrops') ?? []
}

const prices = vectorsOf<{
  wax: string
  listing_price: string
  settlement_symbol?: string
  median: number
  language: Language
  kind: string
  agreed: string
}>('prices')

it.each(prices.map((vector) => [vector.listing_price.slice(0, 40), vector.language, vector] as const))(
  'shows the price of %s as the gateway does: %s',
  (_, language, { listing_price, settlement_symbol, median, language: __, kind, agreed: most, ...fields }) => {
    const rows = dropsOf({ listing_price, ...(settlement_symbol && { settlement_symbol }) })
    const drops = listDrops(rows, 'football', Date.now())
    const [shown] = showDrops(drops, median === 0 ? null : BigInt(median), language)
    expect(shown).toMatchObject({ price: kind, fields })
    const listing = drops[0]?.listing
    if (!listing || fields.wax === '—') return
    const agreed = agreedFor(waxForListing(listing, BigInt(median)), isByMedian(listing))
    expect(formatWax(agreed, language).text).toBe(most)
  },
)

it('has no amounts for a drop without a limit, and another variant', () => {
  expect(fieldsOf({ most: 0n })).toMatchObject({ variant: 'live-open', fields: { left: '', total: '' } })
})

it('has no text for a time that is not set', () => {
  expect(fieldsOf({ endsAt: null })?.fields).toMatchObject({ endsAt: '', endsText: '' })
})

it.each(
  vectorsOf<{ what: string; id: string; contents?: unknown } & Record<'least' | 'cards' | 'print', string>>('packs'),
)('draws a pack as the gateway does: $what', ({ id, contents, least, cards, print }) => {
  const [drop] = dropsOf({ drop_id: id, display_data: JSON.stringify({ contents }) })
  expect(drop && artOf(drop)).toEqual({ least, cards, print })
})
