import { integer, readRows, text } from './values'

/**
 * The newest median of the oracle's data points; null when there is none. The table is a ring whose rows stand in no
 * order of time, and a median of 0 is a seed.
 */
export const readMedian = (rows: readonly unknown[]): bigint | null => {
  const points = readRows(rows, (row) => ({ median: integer(row, 'median'), timestamp: text(row, 'timestamp') }))
  let newest: { median: bigint; timestamp: string } | undefined
  for (const point of points) {
    // Times of the chain have one form, so they compare as text.
    if (point.median > 0n && (!newest || point.timestamp > newest.timestamp)) newest = point
  }
  return newest?.median ?? null
}
