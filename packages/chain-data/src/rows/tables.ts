import { parseWax } from '../price'
import type { Partner } from '../store/app-data'
import { basisPoints, flag, integer, type Row, readRows, seconds, text } from './values'

/**
 * The balance in 10^-8 WAX out of the rows of a token contract's `accounts`: other tokens of the contract are passed over,
 * and without a row of WAX it is 0.
 *
 * @throws UnreadableRow for a balance in WAX that has not its 8 decimals
 */
export const readBalance = (rows: readonly unknown[]): bigint => {
  const balances = readRows(rows, (row) => text(row, 'balance'))
  const wax = balances.find((balance) => balance.endsWith(' WAX'))
  return wax === undefined ? 0n : parseWax(wax)
}

/** The newest median of the oracle's ring, whose rows have no order of time; null for none. A median of 0 is a seed. */
export const readMedian = (rows: readonly unknown[]): bigint | null => {
  const points = readRows(rows, (row) => ({ median: integer(row, 'median'), timestamp: text(row, 'timestamp') }))
  let newest: { median: bigint; timestamp: string } | undefined
  for (const point of points) {
    // Times of the chain have one form, so they compare as text.
    if (point.median > 0n && (!newest || point.timestamp > newest.timestamp)) newest = point
  }
  return newest?.median ?? null
}

export const readPartner = (row: Row): Partner => ({
  code: text(row, 'code'),
  account: text(row, 'account'),
  label: text(row, 'label'),
  shareBps: basisPoints(row, 'share_bps'),
  discountBps: basisPoints(row, 'discount_bps'),
  uses: integer(row, 'uses'),
  isActive: flag(row, 'active'),
  startsAt: seconds(row, 'starts_at'),
  endsAt: seconds(row, 'ends_at'),
})
