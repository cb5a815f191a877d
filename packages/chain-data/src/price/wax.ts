import { unreadable } from '../rows/values'

/** WAX counts 10^-8. */
export const WAX_DECIMALS = 8

/** The greatest amount that a token of the chain can have, in its smallest unit. */
const MAX_AMOUNT = 2n ** 62n - 1n

/**
 * An amount as the chain writes it, `12.34560000 WAX`, in 10^-8 WAX.
 *
 * @throws UnreadableRow for other decimals, another token or more than a token can have
 */
export const parseWax = (written: string): bigint => {
  const [, whole, fraction] = /^(\d{1,11})\.(\d{8}) WAX$/.exec(written) ?? []
  const amount = whole === undefined ? MAX_AMOUNT + 1n : BigInt(`${whole}${fraction}`)
  return amount <= MAX_AMOUNT ? amount : unreadable('an amount', written, 'one of WAX with 8 decimals')
}

/**
 * An amount as a transfer takes it: `12.34560000 WAX`.
 *
 * @param amount 10^-8 WAX
 * @throws RangeError for what no token can have
 */
export const writeWax = (amount: bigint): string => {
  if (amount < 0n || amount > MAX_AMOUNT)
    throw new RangeError(`writing WAX: ${amount} is not one of 0 to ${MAX_AMOUNT}`)
  const digits = amount.toString().padStart(WAX_DECIMALS + 1, '0')
  return `${digits.slice(0, -WAX_DECIMALS)}.${digits.slice(-WAX_DECIMALS)} WAX`
}
