import { parseWax } from '../price'
import type { Claim, Partner } from '../store/app-data'
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

/** The reason of a claim that a purchase left (others are gifts and prizes, which no limit counts). */
export const PURCHASE = 'purchase'

export const readClaim = (row: Row): Claim => ({
  id: integer(row, 'claim_id').toString(),
  dropId: integer(row, 'drop_id').toString(),
  claimer: text(row, 'claimer'),
  amount: integer(row, 'amount'),
  isClaimed: flag(row, 'claimed'),
  reason: text(row, 'reason'),
  partnerCode: text(row, 'partner_code'),
  paid: text(row, 'paid'),
  // Rows of a claim that no transaction of the buyer made have none.
  transactionId: row.trx_id === undefined ? '' : text(row, 'trx_id'),
  createdAt: seconds(row, 'created_at'),
  expiresAt: seconds(row, 'expires_at'),
  claimedAt: claimedAtOf(row),
})

/** A purchase's row is made when it is paid. A claim waits for its owner, and only newer rows say when it was collected. */
function claimedAtOf(row: Row): number | null {
  if (!flag(row, 'claimed')) return null
  if (row.claimed_at !== undefined) return seconds(row, 'claimed_at')
  return text(row, 'reason') === PURCHASE ? seconds(row, 'created_at') : null
}

/** The claims that can be collected. @param now the gateway's time, epoch milliseconds */
export const openClaims = (claims: readonly Claim[], now: number): Claim[] =>
  claims.filter(({ isClaimed, expiresAt }) => !isClaimed && (expiresAt === null || expiresAt > now))

/** How many of a drop the user has bought or collected: the 2 of `2 of 5`. */
export const claimedOf = (claims: readonly Claim[], dropId: string): bigint =>
  claims.reduce((sum, claim) => (claim.isClaimed && claim.dropId === dropId ? sum + claim.amount : sum), 0n)

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
