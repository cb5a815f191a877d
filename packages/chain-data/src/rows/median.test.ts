import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readMedian } from './rows'

/** What the gateway is tested with too. */
const rings: { what: string; rows: unknown[]; median: string | null }[] = JSON.parse(
  readFileSync(new URL('../../../../plugins/editions/page/testdata/medians.json', import.meta.url), 'utf8'),
)

it.each(rings)('is $what', ({ rows, median }) => {
  expect(readMedian(rows)).toBe(median === null ? null : BigInt(median))
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
