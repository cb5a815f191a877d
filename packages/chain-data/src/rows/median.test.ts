import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pointRow } from '../testing/rows'
import { readMedian } from './median'

it('takes the newest of a ring, whatever its place', () => {
  const ring = [
    pointRow(0, 598, '2023-11-27T13:57:39.000'),
    pointRow(1, 601, '2023-11-27T13:58:02.500'),
    pointRow(2, 590, '2023-11-27T13:56:59.500'),
  ]
  expect(readMedian(ring)).toBe(601n)
})

it('skips seeds and rows it cannot read', () => {
  const rows = [
    pointRow(0, 0, '2023-11-27T13:59:00.000'),
    '0011',
    pointRow(1, -5, '2023-11-27T13:59:01.000'),
    { median: 7 },
    pointRow(2, '4294967296', '2023-11-27T13:57:00.000'),
  ]
  expect(readMedian(rows)).toBe(4294967296n)
})

it.each([[[]], [[pointRow(0, 0, '2023-11-27T13:59:00.000')]]])('is null without a point: %j', (rows) => {
  expect(readMedian(rows)).toBeNull()
})

const recorded = new URL(
  '../../../../../shared/fixtures/synthetic_delphioracle.datapoints.waxpusd.ring21.json',
  import.meta.url,
)

it.skipIf(!existsSync(recorded))('reads the example ring of 21 rows (skipped without ../shared/fixtures)', () => {
  const { rows } = JSON.parse(readFileSync(recorded, 'utf8'))
  expect(rows).toHaveLength(21)
  const newest = rows.toSorted((a: { timestamp: string }, b: { timestamp: string }) =>
    a.timestamp < b.timestamp ? 1 : -1,
  )
  expect(readMedian(rows)).toBe(BigInt(newest[0].median))
})
