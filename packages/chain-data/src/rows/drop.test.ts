import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dropRow } from '../testing/rows'
import { dropState, dropsLeft, listDrops, percentLeft, readDrop } from './drop'
import { readRows, UnreadableRow } from './values'

describe('readDrop', () => {
  it('reads a row of the chain', () => {
    expect(readDrop(dropRow())).toEqual({
      id: '1',
      edition: 'football',
      name: 'Starter Pack',
      description: 'Five cards',
      image: 'QmStarter',
      odds: { common: 7000, legendary: 20 },
      contents: { cards: 5 },
      listing: { token: 'USD', units: 999n, decimals: 2 },
      most: 5000n,
      sold: 1377n,
      accountLimit: 10n,
      limitCooldown: 0,
      needsClaim: false,
      startsAt: 1701093600000,
      endsAt: 1701698400000,
      isHidden: false,
    })
  })

  it('keeps integers whole that come as strings above 0xffffffff', () => {
    const drop = readDrop(dropRow({ drop_id: '18446744073709551615', max_claimable: '9007199254740993' }))
    expect([drop.id, drop.most]).toEqual(['18446744073709551615', 9007199254740993n])
  })

  it('takes 0 as none for times', () => {
    const { startsAt, endsAt } = readDrop(dropRow({ start_time: 0, end_time: 0 }))
    expect([startsAt, endsAt]).toEqual([null, null])
  })

  it.each([
    '',
    'not JSON',
    '{"description":',
    'null',
    '5',
    '"text"',
    '[1,2]',
    '{"description":7,"img":{},"odds":"none"}',
    '{"odds":{"common":"7000"}}',
  ])('falls back to the name when display_data is %s', (display) => {
    const drop = readDrop(dropRow({ display_data: display }))
    expect([drop.name, drop.description, drop.image]).toEqual(['Starter Pack', '', ''])
    for (const inside of [drop.odds, drop.contents]) expect(typeof inside).toBe('object')
  })

  it('gives the odds no prototype to reach', () => {
    const { odds } = readDrop(dropRow({ display_data: '{"odds":{"__proto__":1,"common":2}}' }))
    expect(Object.keys(odds).toSorted()).toEqual(['__proto__', 'common'])
    expect({}).not.toHaveProperty('common')
  })

  it.each([
    ['25 USD', { token: 'USD', units: 25n, decimals: 0 }],
    ['0.00 USD', { token: 'USD', units: 0n, decimals: 2 }],
    ['500.00000000 WAX', { token: 'WAX', units: 500_00000000n, decimals: 8 }],
    ['500.0000 WAX', null],
    ['12.0000 TLM', null],
    ['USD', null],
    ['.50 USD', null],
    ['1. USD', null],
    ['-1.00 USD', null],
    ['1,000.00 USD', null],
    [`${'9'.repeat(25)} USD`, null],
  ])('reads the price %s', (price, listing) => {
    expect(readDrop(dropRow({ listing_price: price })).listing).toEqual(listing)
  })

  it.each([
    ['drop_id', undefined],
    ['drop_id', -1],
    ['drop_id', 1.5],
    ['drop_id', 2 ** 53],
    ['drop_id', '18446744073709551616'],
    ['drop_id', '0x10'],
    ['drop_id', ''],
    ['max_claimable', null],
    ['current_claimed', ' 1'],
    ['edition', 7],
    ['name', null],
    ['listing_price', 9.99],
    ['is_hidden', 2],
    ['auth_required', 'no'],
    ['end_time', '253402300800'],
  ])('refuses a row with the %s %j', (field, value) => {
    expect(() => readDrop(dropRow({ [field]: value }))).toThrow(UnreadableRow)
    expect(() => readDrop(dropRow({ [field]: value }))).toThrow(field)
  })
})

it('leaves out a row that cannot be read, such as one in hex, and keeps the others', () => {
  const rows = [dropRow({ drop_id: 1 }), '01020304', null, dropRow({ drop_id: 'x' }), dropRow({ drop_id: 2 })]
  expect(readRows(rows, readDrop).map(({ id }) => id)).toEqual(['1', '2'])
})

it('passes an error on that is not about the row', () => {
  const fail = () => {
    throw new TypeError('ours')
  }
  expect(() => readRows([{}], fail)).toThrow('ours')
})

describe('dropState', () => {
  const at = (changes: Record<string, unknown>, now: number) => dropState(readDrop(dropRow(changes)), now * 1000)
  const open = { start_time: 100, end_time: 200, max_claimable: 10, current_claimed: 9 }

  it.each([
    ['before its start', open, 99, 'soon'],
    ['at its start', open, 100, 'live'],
    ['in its last second', open, 199, 'live'],
    ['at its end', open, 200, 'ended'],
    ['with none left', { ...open, current_claimed: 10 }, 150, 'soldout'],
    ['with more sold than there were', { ...open, current_claimed: 11 }, 150, 'soldout'],
    ['sold out before its start', { ...open, current_claimed: 10 }, 50, 'soldout'],
    ['sold out and over', { ...open, current_claimed: 10 }, 200, 'ended'],
    ['without a limit', { ...open, max_claimable: 0 }, 150, 'live'],
    ['without a start', { ...open, start_time: 0 }, 0, 'live'],
    ['without an end', { ...open, end_time: 0 }, 4_000_000_000, 'live'],
  ])('%s', (_, changes, now, state) => {
    expect(at(changes, now)).toBe(state)
  })
})

it.each([
  [5000, 1377, 3623n, 72],
  [3, 1, 2n, 66],
  [3, 3, 0n, 0],
  [3, 4, 0n, 0],
  [1000, 999, 1n, 0],
  [10, 0, 10n, 100],
  [0, 12, null, 100],
])('of %s with %s sold %s are left, %s percent', (most, sold, left, percent) => {
  const drop = readDrop(dropRow({ max_claimable: most, current_claimed: sold }))
  expect([dropsLeft(drop), percentLeft(drop)]).toEqual([left, percent])
})

const dropBetween = (id: string, start: number, end: number) =>
  readDrop(dropRow({ drop_id: id, start_time: start, end_time: end }))

const listed = (drops: ReturnType<typeof dropBetween>[], second: number) =>
  listDrops(drops, 'football', second * 1000).map(({ id, state }) => `${id} ${state}`)

/** What the gateway is tested with too. */
const lists: { what: string; now: number; rows: Record<string, unknown>[]; order: string[] }[] = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/drops.json', import.meta.url), 'utf8'),
)

const readWhole = (rows: Record<string, unknown>[]) =>
  readRows(
    rows.map((row) => dropRow({ start_time: 0, end_time: 0, max_claimable: 10, current_claimed: 0, ...row })),
    readDrop,
  )

it.each(lists)('lists as the gateway does: $what', ({ now, rows, order }) => {
  expect(listed(readWhole(rows), now)).toEqual(order)
})

it.each(lists)('does not depend on the order of the rows: $what', ({ now, rows, order }) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      expect(listed(readWhole(shuffled), now)).toEqual(order)
    }),
  )
})

it('moves a drop on as the clock goes', () => {
  const one = [dropBetween('1', 1000, 2000)]
  expect([listed(one, 999), listed(one, 1000), listed(one, 2000)]).toEqual([['1 soon'], ['1 live'], ['1 ended']])
})
