import { readFileSync } from 'node:fs'
import type { Language, TableRows } from '@fieldhouse/contract'
import { expect, it } from 'vitest'
import { dropItems, dropsOf, medianOf, openDrops, priceOf } from './drops.ts'

const answer = (...rows: Record<string, unknown>[]): TableRows => ({ rows, more: false, next_key: '' })
const NOW = 1000n
const listing = { median: 200n, language: 'en', now: NOW } as const

// The vectors that the gateway is tested with.
const vectors = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/prices.json', import.meta.url), 'utf8'),
) as ({ listing_price: string; settlement_symbol?: string; median: number; language: Language } & Record<
  string,
  string
>)[]

it.each(vectors)(
  '$listing_price at $median in $language',
  ({ listing_price, settlement_symbol = '', median, language, ...price }) => {
    const rows = answer({ median, timestamp: '2026-11-22T10:00:00' })
    expect(priceOf({ price: listing_price, settled: settlement_symbol }, { median: medianOf(rows), language })).toEqual(
      price,
    )
  },
)

const packs = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/packs.json', import.meta.url), 'utf8'),
) as {
  what: string
  id: string
  contents?: unknown
  odds?: unknown
  chances?: Record<Language, string[]>
  least: string
  cards: string
  print: string
}[]

it.each(packs)('draws a pack as the gateway does: $what', ({ id, contents, odds, chances, least, cards, print }) => {
  const display_data = JSON.stringify({ description: 'Cards.', contents, odds })
  const [item] = dropItems(dropsOf(answer(row(id, { display_data }))), listing)
  expect(item?.fields).toMatchObject({ least, cards, print, description: 'Cards.' })
  for (const language of ['en', 'es'] as const) {
    const [said] = dropItems(dropsOf(answer(row(id, { display_data }))), { ...listing, language })
    const told = ['Common', 'Uncommon', 'Rare', 'Epic', 'Legendary'].map((tier) => said?.fields[`odds${tier}`])
    expect(told).toEqual(chances?.[language] ?? Array(5).fill(''))
  }
})

const rings = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/medians.json', import.meta.url), 'utf8'),
) as { what: string; rows: Record<string, unknown>[]; median: string | null }[]

it.each(rings)('takes the median as the gateway does: $what', ({ rows, median }) => {
  expect(medianOf(answer(...rows))).toBe(median === null ? null : BigInt(median))
})

it('knows no median before the rows are there', () => {
  expect(medianOf(undefined)).toBeNull()
})

const row = (drop_id: number | string, changes: Record<string, unknown> = {}) => ({
  ...{ drop_id, edition: 'football', name: `drop ${drop_id}`, listing_price: '10.00 USD', settlement_symbol: '8,WAX' },
  ...{ max_claimable: 10, current_claimed: 4, start_time: 0, end_time: 0, is_hidden: 0, ...changes },
})

const lists = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/drops.json', import.meta.url), 'utf8'),
) as { what: string; now: number; rows: Record<string, unknown>[]; order: string[] }[]

it.each(lists)('lists drops as the gateway does: $what', ({ now, rows, order }) => {
  const drops = dropsOf(answer(...rows.map((change) => row(0, { current_claimed: 0, ...change }))))
  const items = dropItems(
    drops.filter(({ edition }) => edition === 'football'),
    { ...listing, now: BigInt(now) },
  )
  expect(items.map(({ variants, fields }) => `${fields.id} ${variants.at(-1)?.split('-')[0]}`)).toEqual(order)
})

it('leaves out what cannot be read', () => {
  const ids = dropItems(dropsOf(answer(row(1), row(2, { max_claimable: 'x' }))), listing).map(({ fields }) => fields.id)
  expect(ids).toEqual(['1'])
})

it.each([
  ['live', {}, ['live']],
  ['without a limit', { max_claimable: 0 }, ['live-open', 'live']],
  ['in WAX', { listing_price: '1.00000000 WAX' }, ['live-wax', 'live']],
  [
    'without a limit and free',
    { max_claimable: 0, listing_price: '0.00 USD' },
    ['live-open-free', 'live-free', 'live-open', 'live'],
  ],
  ['soon, in another token', { start_time: 2000, listing_price: '1.0000 TLM' }, ['soon-other', 'soon']],
  ['sold out, in WAX', { current_claimed: 10, listing_price: '1.00000000 WAX' }, ['soldout']],
])('a drop that is %s has the variants of its partial, the lead before each', (_, changes, variants) => {
  const drops = dropsOf(answer(row(1, changes), row(2, { ...changes, end_time: 0 })))
  const [lead, next] = dropItems(drops, listing)
  expect(next?.variants).toEqual(variants)
  expect(lead?.variants).toEqual(variants.flatMap((name) => [`${name}-lead`, name]))
})

it.each([
  [{}, ['live-paused', 'live']],
  [
    { max_claimable: 0, listing_price: '1.00000000 WAX' },
    ['live-paused-wax', 'live-paused', 'live-open-wax', 'live-wax', 'live-open', 'live'],
  ],
  [{ start_time: 2000 }, ['soon']],
])('of a paused sale, %j, it says so before all else', (changes, variants) => {
  const notice = { en: 'Back soon.', es: 'Ya volvemos.', since: '2026-11-22T19:30:00Z' }
  const drops = dropsOf(answer(row(1, changes), row(2, { ...changes, edition: 'basketball' })))
  for (const language of ['en', 'es'] as const) {
    const items = dropItems(drops, { ...listing, language, paused: { football: notice } })
    expect(items.map(({ fields }) => fields.pause)).toEqual([notice[language], ''])
    expect(items[0]?.variants).toEqual(variants.flatMap((name) => [`${name}-lead`, name]))
    expect(items[1]?.variants.join()).not.toContain('paused')
  }
})

it('describes a drop in the language of the page where the settings do', () => {
  const drops = dropsOf(answer(row(1, { display_data: JSON.stringify({ description: 'Five cards.' }) })))
  const described = (language: 'en' | 'es', texts?: { en: string; es: string }[]) =>
    dropItems(drops, { ...listing, language, texts })[0]?.fields
  const texts = [{ en: 'Five cards.', es: 'Cinco cartas.' }]
  expect(described('es', texts)).toMatchObject({ description: 'Cinco cartas.', descriptionLanguage: 'es' })
  expect(described('es')).toMatchObject({ description: 'Five cards.', descriptionLanguage: 'en' })
})

it('says what a drop has left and when it is, and nothing where there is no limit and no time', () => {
  const display_data = JSON.stringify({ description: 'Six <cards>' })
  const drops = dropsOf(
    answer(row(1, { start_time: 60, end_time: 1_795_788_000, display_data }), row(2, { max_claimable: 0 })),
  )
  const [timed, open] = dropItems(drops, listing).map(({ fields }) => fields)
  expect(timed).toMatchObject({
    ...{ left: '6', total: '10', percentLeft: '60', description: 'Six <cards>', startsAt: '1970-01-01T00:01:00Z' },
    ...{ endsAt: '2026-11-27T14:00:00Z', endsText: '27 Nov 2026, 14:00 UTC' },
  })
  expect(open).toMatchObject({ left: '', total: '', percentLeft: '100', startsAt: '', endsText: '' })
})

it('a front page has three drops that are live and the two that begin next', () => {
  const live = [1, 2, 3, 4].map((id) => row(id, { end_time: 2000 + id }))
  const soon = [5, 6, 7].map((id) => row(id, { start_time: 3000 + id }))
  const drops = dropsOf(answer(...soon, ...live, row(8, { end_time: 1 })))
  const items = openDrops(drops, listing, ({ id }) => ({ edition: 'Football', page: `/football/drops/${id}` }))
  expect(items.map(({ fields }) => fields.page)).toEqual([1, 2, 3, 5, 6].map((id) => `/football/drops/${id}`))
  expect(openDrops([], listing, () => ({ edition: '', page: '' }))).toEqual([{ variants: ['empty'], fields: {} }])
})
