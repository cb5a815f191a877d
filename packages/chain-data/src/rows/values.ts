/** A row as the node wrote it. */
export type Row = Record<string, unknown>

const UINT64_MAX = 0xffff_ffff_ffff_ffffn
/** The end of the year 9999 in seconds, the last that a date is written for. */
const LAST_SECOND = 253_402_300_799n

/** Name of the error below; a class's own name does not outlast the build. */
export const UNREADABLE = 'UnreadableRow'

/**
 * A value that is not what its field must be: the row is left out. Other scripts of a page may carry a copy of this class,
 * so what comes from them is known by its name.
 */
export class UnreadableRow extends Error {
  override readonly name = UNREADABLE
}

/** @throws UnreadableRow */
export const unreadable = (field: string, value: unknown, wanted: string): never => {
  throw new UnreadableRow(`reading ${field}: ${JSON.stringify(value)} is not ${wanted}`)
}

export const text = (row: Row, field: string): string => {
  const value = row[field]
  return typeof value === 'string' ? value : unreadable(field, value, 'a text')
}

/**
 * An unsigned integer: nodes write it as a number, and as a string above 0xffffffff. The gateway passes both on as they
 * are, so `JSON.parse` never meets digits that a double cannot hold.
 */
export const integer = (row: Row, field: string): bigint => {
  const value = row[field]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  if (typeof value === 'string' && /^\d{1,20}$/.test(value) && BigInt(value) <= UINT64_MAX) return BigInt(value)
  return unreadable(field, value, 'an unsigned integer')
}

/** A part of a whole. */
export const basisPoints = (row: Row, field: string): number => {
  const value = integer(row, field)
  return value <= 10_000n ? Number(value) : unreadable(field, row[field], 'at most 10,000')
}

/** A `bool`: nodes write 0 or 1. */
export const flag = (row: Row, field: string): boolean => {
  const value = row[field]
  if (value === 0 || value === false) return false
  return value === 1 || value === true || unreadable(field, value, '0 or 1')
}

/** A time in seconds as epoch milliseconds; null for 0, which means none. */
export const seconds = (row: Row, field: string): number | null => {
  const value = integer(row, field)
  if (value > LAST_SECOND) return unreadable(field, row[field], 'a time before the year 10000')
  return value === 0n ? null : Number(value) * 1000
}

/** The rows that can be read. A node writes a row that its ABI cannot decode as a hex string; one such row hides no other. */
export const readRows = <Read>(rows: readonly unknown[], read: (row: Row) => Read): Read[] =>
  rows.flatMap((row) => {
    if (typeof row !== 'object' || row === null) return []
    try {
      return [read(row as Row)]
    } catch (error) {
      if (error instanceof UnreadableRow) return []
      throw error
    }
  })
