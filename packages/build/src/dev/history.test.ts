import { expect, it } from 'vitest'
import { historyItems } from './history.ts'

const FIRST = Date.UTC(2026, 9, 25)

/** A median for each hour; 0 is one that is not known. */
const priced = (hours: number, median: (hour: number) => number) => ({
  rows: Array.from({ length: hours }, (_, hour) => ({ hour, median: median(hour) }))
    .filter(({ median }) => median !== 0)
    .map(({ hour, median }) => ({
      at: new Date(FIRST + hour * 3_600_000).toISOString().replace('.000Z', 'Z'),
      median,
    })),
})

it('draws what ten dollars were from nought, and says it in numbers', () => {
  const [item] = historyItems(
    priced(48, (hour) => (hour < 24 ? 500 : 625)),
    'en',
  )
  expect(item?.variants).toEqual(['chart'])
  // 10 dollars at 0.0500 are 200 WAX, at 0.0625 they are 160; the box ends a quarter above 200.
  const { path = '', ...said } = item?.fields ?? {}
  expect(path).toMatch(/^M0 60H20V60H41V60/)
  expect(path).toMatch(/V108H1000$/)
  expect(said).toEqual({
    ...{ usd: '10.00', wax: '160.00', least: '160.00', most: '200.00', fromText: '25 Oct', toText: '26 Oct' },
    ...{ fromAt: '2026-10-25T00:00:00Z', toAt: '2026-10-26T23:00:00Z' },
  })
})

it('has no line where no hour is known, and says less where there is little', () => {
  const [item] = historyItems(
    priced(100, (hour) => (hour >= 20 && hour < 30 ? 0 : 500)),
    'es',
  )
  expect(item?.fields.path?.match(/M/g)).toHaveLength(2)
  expect(
    historyItems(
      priced(47, () => 500),
      'en',
    ),
  ).toEqual([{ variants: ['few'], fields: {} }])
  expect(historyItems(undefined, 'en')).toEqual([{ variants: ['unread'], fields: {} }])
})
