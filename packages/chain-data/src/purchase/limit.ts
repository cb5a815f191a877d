import type { Claim, Drop } from '../store/app-data'

/** The contract sells at most this many packs in one purchase. */
export const MAX_QUANTITY = 100n

/** The reason of a claim that a purchase left (others are gifts and prizes, which no limit counts). */
const PURCHASE = 'purchase'

/**
 * How many packs of a drop the contract counts against its account limit now: what the account has bought since it last
 * stayed away for the drop's cooldown.
 *
 * @param claims the account's, in any order
 * @param now the gateway's time, epoch milliseconds
 */
export const countedOf = ({ id, limitCooldown }: Drop, claims: readonly Claim[], now: number): bigint => {
  const purchases = claims
    .filter(({ dropId, reason }) => dropId === id && reason === PURCHASE)
    .map(({ amount, createdAt }) => ({ amount, at: createdAt ?? 0 }))
    .sort((a, b) => a.at - b.at)
  let counted = 0n
  let last = 0
  for (const { amount, at } of [...purchases, { amount: 0n, at: now }]) {
    if (limitCooldown > 0 && at >= last + limitCooldown) counted = 0n
    counted += amount
    last = at
  }
  return counted
}

/** How many more of a drop the account may buy; null without a limit. */
export const limitLeft = (drop: Drop, claims: readonly Claim[], now: number): bigint | null => {
  if (drop.accountLimit === 0n) return null
  const counted = countedOf(drop, claims, now)
  return counted < drop.accountLimit ? drop.accountLimit - counted : 0n
}
