import type { Claim, Drop } from '@fieldhouse/chain-data'

/** The chain's word for a claim that a purchase left. */
const PURCHASE = 'purchase'

/** What an account did, as its history has it. */
export interface Deed {
  id: string
  kind: 'bought' | 'collected'
  /** Epoch milliseconds; null where the chain does not say. */
  at: number | null
  /** Why it was given, in the chain's words; empty for what was bought. */
  reason: string
  dropId: string
  /** Of the drop; null for one that the chain has no more. */
  name: string | null
  count: bigint
  /** What was paid, 10^-8 WAX; null for what is in another token. */
  units: bigint | null
  /** What was paid as the chain writes it. */
  paid: string
  transactionId: string
}

/** What was paid, 10^-8 WAX, out of the chain's text; null for what is in another token. */
export const paidOf = (paid: string): bigint | null =>
  /^\d{1,11}\.\d{8} WAX$/.test(paid) ? BigInt(paid.replace(/[^\d]/g, '')) : null

/** What an account bought and collected of an edition, the newest first. Drops that are gone may be of any. */
export const deedsOf = (claims: readonly Claim[], drops: readonly Drop[], edition: string): Deed[] =>
  claims
    .toSorted((a, b) => (b.claimedAt ?? b.createdAt ?? 0) - (a.claimedAt ?? a.createdAt ?? 0))
    .flatMap(({ id, dropId, amount, isClaimed, reason, paid, claimedAt, transactionId }): Deed[] => {
      const drop = drops.find((one) => one.id === dropId)
      if (!isClaimed || (drop?.edition ?? edition) !== edition) return []
      const isBought = reason === PURCHASE
      return [
        {
          id,
          kind: isBought ? 'bought' : 'collected',
          at: claimedAt,
          reason: isBought ? '' : reason,
          dropId,
          name: drop?.name ?? null,
          count: amount,
          units: paidOf(paid),
          paid,
          transactionId,
        },
      ]
    })
