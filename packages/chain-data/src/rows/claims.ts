import type { Claim } from '../store/app-data'
import { flag, integer, type Row, seconds, text } from './values'

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
