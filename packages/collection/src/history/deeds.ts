import type { Claim, Drop } from '@fieldhouse/chain-data'
import type { OpenedPacks } from './read-openings'

/** The chain's word for a claim that a purchase left. */
const PURCHASE = 'purchase'

/** What an account did, as its history has it. */
export interface Deed {
  id: string
  kind: 'bought' | 'collected' | 'opened'
  /** Epoch milliseconds; null where the chain does not say. */
  at: number | null
  /** Why it was given, in the chain's words; empty for what was bought or opened. */
  reason: string
  dropId: string
  /** Of the drop, or of the opened pack; null where it is not known. */
  name: string | null
  count: bigint
  /** What was paid, 10^-8 WAX; null for what is in another token, and for an opening. */
  units: bigint | null
  /** What was paid as the chain writes it; empty for an opening. */
  paid: string
  /** Empty for an opening: the asset index does not say. */
  transactionId: string
}

/** What was paid, 10^-8 WAX, out of the chain's text; null for what is in another token. */
export const paidOf = (paid: string): bigint | null =>
  /^\d{1,11}\.\d{8} WAX$/.test(paid) ? BigInt(paid.replace(/[^\d]/g, '')) : null

/** What an account bought, collected and opened of an edition, the newest first. Drops that are gone may be of any. */
export const deedsOf = (
  claims: readonly Claim[],
  opened: readonly OpenedPacks[],
  drops: readonly Drop[],
  edition: string,
): Deed[] =>
  [
    ...opened.map((packs) => ({ at: packs.at, deed: packs.edition === edition ? openingOf(packs) : null })),
    ...claims.map((claim) => ({
      at: claim.claimedAt ?? claim.createdAt ?? 0,
      deed: claim.isClaimed ? deedOf(claim, drops, edition) : null,
    })),
  ]
    .toSorted((a, b) => b.at - a.at)
    .flatMap(({ deed }) => deed ?? [])

/** A purchase, or what was collected; null for another edition's. */
function deedOf(
  { id, dropId, amount, reason, paid, claimedAt, transactionId }: Claim,
  drops: readonly Drop[],
  edition: string,
): Deed | null {
  const drop = drops.find((one) => one.id === dropId)
  if ((drop?.edition ?? edition) !== edition) return null
  const isBought = reason === PURCHASE
  return {
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
  }
}

const openingOf = ({ id, at, dropId, name, count }: OpenedPacks): Deed => ({
  id,
  kind: 'opened',
  at,
  reason: '',
  dropId,
  name,
  count,
  units: null,
  paid: '',
  transactionId: '',
})
