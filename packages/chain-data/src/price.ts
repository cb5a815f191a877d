import { unreadable } from './rows/values'
import type { Listing } from './store/app-data'

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

/** 10^-8 WAX as a transfer takes it: `12.34560000 WAX`. @throws RangeError for what no token can have */
export const writeWax = (amount: bigint): string => {
  if (amount < 0n || amount > MAX_AMOUNT)
    throw new RangeError(`writing WAX: ${amount} is not one of 0 to ${MAX_AMOUNT}`)
  const digits = amount.toString().padStart(WAX_DECIMALS + 1, '0')
  return `${digits.slice(0, -WAX_DECIMALS)}.${digits.slice(-WAX_DECIMALS)} WAX`
}

/** A median counts 10^-4 US dollars for one WAX. */
const MEDIAN_DECIMALS = 4
/** Basis points of the whole. */
const WHOLE_BPS = 10_000n

const power10 = (exponent: number): bigint => 10n ** BigInt(exponent)

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Whether the price in WAX depends on the median, which a purchase then names. One listed in WAX costs just that. */
export const isByMedian = ({ token }: Listing): boolean => token === 'USD'

/**
 * What packs of a listing cost in 10^-8 WAX. Exact and rounded up once, at the end: the contracts compute in double and
 * truncate, so one unit less could be refused, and a deposit that is one unit above is not.
 *
 * @param listing one pack's price as the chain writes it
 * @param median 10^-4 US dollars for one WAX; not looked at for a listing in WAX
 * @param discountBps a partner's discount in basis points, taken off before rounding
 * @param quantity how many packs, multiplied before rounding
 * @throws RangeError for a median (of a listing in US dollars) or quantity that is not positive or a discount outside 0 to 10,000
 */
export const waxForListing = (listing: Listing, median: bigint, discountBps = 0, quantity = 1n): bigint => {
  const byMedian = isByMedian(listing)
  if (byMedian && median <= 0n) throw new RangeError(`price in WAX: the median ${median} is not positive`)
  if (quantity <= 0n) throw new RangeError(`price in WAX: the quantity ${quantity} is not positive`)
  if (!Number.isInteger(discountBps) || discountBps < 0 || discountBps > Number(WHOLE_BPS)) {
    throw new RangeError(`price in WAX: a discount of ${discountBps} basis points is not one of 0 to ${WHOLE_BPS}`)
  }
  const [rate, wholeRate] = byMedian ? [power10(MEDIAN_DECIMALS), median] : [1n, 1n]
  const price = listing.units * quantity * (WHOLE_BPS - BigInt(discountBps)) * rate
  return divideUp(price * power10(WAX_DECIMALS), power10(listing.decimals) * wholeRate * WHOLE_BPS)
}

/** A listing in hundredths of its token, rounded up where it has more than two decimals. */
export const hundredths = ({ units, decimals }: Listing): bigint => divideUp(units * 100n, power10(decimals))
