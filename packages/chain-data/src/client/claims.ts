import type { Claim } from '../store/app-data'

/**
 * The claims that can be collected.
 *
 * @param now the gateway's time, epoch milliseconds
 */
export const openClaims = (claims: readonly Claim[], now: number): Claim[] =>
  claims.filter(({ isClaimed, expiresAt }) => !isClaimed && (expiresAt === null || expiresAt > now))

/** How many of a drop the user has bought or collected: the 2 of `2 of 5`. */
export const claimedOf = (claims: readonly Claim[], dropId: string): bigint =>
  claims.reduce((sum, claim) => (claim.isClaimed && claim.dropId === dropId ? sum + claim.amount : sum), 0n)
