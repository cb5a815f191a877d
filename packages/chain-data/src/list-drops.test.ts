import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listDrops, readDrop } from './rows/drop'
import { readRows } from './rows/values'
import { dropRow } from './testing/rows'

const drop = (id: string, start: number, end: number) =>
  readDrop(dropRow({ drop_id: id, start_time: start, end_time: end }))

const listed = (drops: ReturnType<typeof drop>[], second: number) =>
  listDrops(drops, 'football', second * 1000).map(({ id, state }) => `${id} ${state}`)

/** What the gateway is tested with too. */
const lists: { what: string; now: number; rows: Record<string, unknown>[]; order: string[] }[] = JSON.parse(
  readFileSync(new URL('../../../plugins/editions/page/testdata/drops.json', import.meta.url), 'utf8'),
)

const read = (rows: Record<string, unknown>[]) =>
  readRows(
    rows.map((row) => dropRow({ start_time: 0, end_time: 0, max_claimable: 10, current_claimed: 0, ...row })),
    readDrop,
  )

it.each(lists)('lists as the gateway does: $what', ({ now, rows, order }) => {
  expect(listed(read(rows), now)).toEqual(order)
})

it.each(lists)('does not depend on the order of the rows: $what', ({ now, rows, order }) => {
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
      expect(listed(read(shuffled), now)).toEqual(order)
    }),
  )
})

it('moves a drop on as the clock goes', () => {
  const one = [drop('1', 1000, 2000)]
  expect([listed(one, 999), listed(one, 1000), listed(one, 2000)]).toEqual([['1 soon'], ['1 live'], ['1 ended']])
})
