import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listDrops } from './list-drops'
import { readDrop } from './rows/drop'
import { dropRow } from './testing/rows'

const NOW = 1000

const drop = (id: string, start: number, end: number, sold = 0) =>
  readDrop(dropRow({ drop_id: id, start_time: start, end_time: end, max_claimable: 10, current_claimed: sold }))

const idsAt = (drops: ReturnType<typeof drop>[], second = NOW) =>
  listDrops(drops, 'football', second * 1000).map(({ id, state }) => `${id} ${state}`)

const DROPS = [
  drop('11', 1, 0),
  drop('10', 1, 0),
  drop('9', 1, 3000),
  drop('12', 1, 2000),
  drop('20', 5000, 0),
  drop('21', 4000, 0),
  drop('31', 10, 0, 10),
  drop('30', 20, 0, 10),
  drop('40', 1, 500),
  drop('41', 1, 900),
]

const ORDERED = [
  '12 live',
  '9 live',
  '10 live',
  '11 live',
  '21 soon',
  '20 soon',
  '30 soldout',
  '31 soldout',
  '41 ended',
  '40 ended',
]

it('lists live by end, soon by start, then sold out and ended newest first, ties by id as a number', () => {
  expect(idsAt(DROPS)).toEqual(ORDERED)
})

it('does not depend on the order of the rows', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(DROPS, { minLength: DROPS.length }), (drops) => {
      expect(idsAt(drops)).toEqual(ORDERED)
    }),
  )
})

it('moves a drop on as the clock goes', () => {
  const one = [drop('1', 1000, 2000)]
  expect([idsAt(one, 999), idsAt(one, 1000), idsAt(one, 2000)]).toEqual([['1 soon'], ['1 live'], ['1 ended']])
})

it("leaves out hidden drops and other editions'", () => {
  const rows = [dropRow({ is_hidden: 1 }), dropRow({ edition: 'basketball' }), dropRow({ edition: 'footballer' })]
  expect(listDrops(rows.map(readDrop), 'football', NOW)).toEqual([])
})
