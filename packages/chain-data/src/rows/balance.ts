import { parseWax } from '../price/wax'
import { readRows, text } from './values'

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
