import { gatewayNow } from '@fieldhouse/chain-data'
import { readJson } from '../read-index'

/** Medians of 90 days are some 120 kilobytes; what is longer is none. */
const MAX_BYTES = 512 << 10

const HOUR = 3_600_000

/** What an amount, 10^-8 WAX, was in cents at a moment, epoch milliseconds; null where that is not known. */
export type CentsOf = (units: bigint, at: number | null) => bigint | null

/** How many of the smallest units of an amount and of its median together are a cent: 10^-8 WAX and 10^-4 dollars. */
const CENT = 10n ** 10n

/** By the medians of hours, which begin at those moments: to the nearest cent, and null for an hour that has none. */
export const centsBy =
  (medians: ReadonlyMap<number, bigint>): CentsOf =>
  (units, at) => {
    const median = at === null ? undefined : medians.get(at - (at % HOUR))
    return median === undefined ? null : (units * median + CENT / 2n) / CENT
  }

/** Hours and their medians, 10^-4 dollars for one WAX, out of the gateway's answer: what is no such row is left out. */
export function readMedians(body: unknown): Map<number, bigint> {
  const { rows } = Object(body)
  if (!Array.isArray(rows)) throw new TypeError('the medians are no list')
  return new Map(
    rows.flatMap((row): [number, bigint][] => {
      const { at, median } = Object(row)
      const hour = Date.parse(at)
      return hour % HOUR === 0 && Number.isSafeInteger(median) && median > 0 ? [[hour, BigInt(median)]] : []
    }),
  )
}

/** What was read last, for the whole document, and in which hour: the next one brings another median. */
let known: { hour: number; centsOf: Promise<CentsOf> } | null = null

/**
 * What amounts were in dollars, by the medians that the gateway keeps: read once an hour.
 *
 * @throws DataError when they cannot be read; who asks again reads again
 */
export function dollarsOfHours(): Promise<CentsOf> {
  const hour = Math.floor(gatewayNow() / HOUR)
  if (known?.hour === hour) return known.centsOf
  const centsOf = read()
  const reading = { hour, centsOf }
  known = reading
  centsOf.catch(() => {
    if (known === reading) known = null
  })
  return centsOf
}

async function read(): Promise<CentsOf> {
  const { body } = await readJson('/api/v1/rows/medians', { limit: MAX_BYTES })
  return centsBy(readMedians(body))
}
