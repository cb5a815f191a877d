import { dropState, dropsLeft, isByMedian, waxForListing } from '@fieldhouse/chain-data'
import { openClaims, PURCHASE } from '../rows/claims'
import type { Claim, Claims, Drop, Partner } from '../store/app-data'

/** What a purchase depends on. Null is not known, and not checked. */
export interface Facts {
  drop: Drop
  /** 10^-4 US dollars for one WAX. */
  median: bigint | null
  /** Whose code the buyer names; null for none. */
  partner: Partner | null
  /** The buyer's, 10^-8 WAX. */
  balance: bigint | null
  /** The buyer's. */
  claims: Claims | null
  /** The gateway's time, epoch milliseconds. */
  now: number
}

/** Why the contract would not sell, found before anybody is asked to sign. */
export type Refusal =
  /** The chain has no such drop any more, or it is hidden. */
  | { reason: 'gone' }
  /** @param startsAt epoch milliseconds */
  | { reason: 'not-started'; startsAt: number }
  | { reason: 'ended' }
  /** The site's operator has paused the sale. */
  | { reason: 'paused' }
  | { reason: 'sold-out' }
  /** Fewer are left than are wanted. */
  | { reason: 'left'; left: bigint }
  /** Only accounts with an open claim for the drop may buy. */
  | { reason: 'invitation' }
  /** @param left how many the account may still buy of its `limit` */
  | { reason: 'limit'; limit: bigint; left: bigint }
  /** More than one purchase can hold, or none. */
  | { reason: 'quantity'; most: bigint }
  /** The oracle has no price of WAX. */
  | { reason: 'unpriced' }
  /** The drop is priced or paid in a token that no purchase is made with here. */
  | { reason: 'token' }
  /** Nobody has the code, or it does not count now. */
  | { reason: 'partner'; code: string }
  /** @param missing what the deposit is above the balance, 10^-8 WAX */
  | { reason: 'balance'; missing: bigint }

/** Named by a purchase that no median is looked at for. */
export const NO_MEDIAN = 0n

/** Whether a partner's code counts at a moment of the gateway's clock, epoch milliseconds. */
export const isPartnerOpen = ({ isActive, startsAt, endsAt }: Partner, now: number): boolean =>
  isActive && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)

/**
 * What a buyer deposits, in 10^-8 WAX: the listing times the quantity, less the discount of a code that counts, then
 * rounded up. Null when it has no price now or the quantity is none.
 */
export const depositOf = ({ drop, median, partner, now }: Facts, quantity: bigint): bigint | null => {
  if (!drop.listing || quantity <= 0n || (median === null && isByMedian(drop.listing))) return null
  const discountBps = partner && isPartnerOpen(partner, now) ? partner.discountBps : 0
  return waxForListing(drop.listing, median ?? NO_MEDIAN, discountBps, quantity)
}

/** Whether the account has an open claim for the drop; null where that is not known, as of one with more claims than are read. */
export const isInvited = ({ drop, claims, now }: Pick<Facts, 'drop' | 'claims' | 'now'>): boolean | null => {
  const isFound = openClaims(claims ?? [], now).some(({ dropId }) => dropId === drop.id)
  return isFound || (claims && !claims.isCut ? false : null)
}

/** How many packs one purchase can hold now: what is left, what the account may still buy, and what the contract takes. */
export const mostOf = ({ drop, claims, now }: Facts): bigint => {
  const bounds = [MAX_QUANTITY, dropsLeft(drop), claims && limitLeft(drop, claims, now)]
  return bounds.reduce<bigint>((most, bound) => (bound !== null && bound < most ? bound : most), MAX_QUANTITY)
}

/** Why a purchase would be refused, in the order in which the contract asks; null when nothing speaks against it. */
export const refusalOf = (facts: Facts, quantity: bigint): Refusal | null => {
  const { drop, partner, balance, claims, now } = facts
  if (drop.isHidden) return { reason: 'gone' }
  if (drop.paused) return { reason: 'paused' }
  if (!drop.listing) return { reason: 'token' }
  if (quantity < 1n || quantity > MAX_QUANTITY) return { reason: 'quantity', most: MAX_QUANTITY }
  const state = dropState(drop, now)
  if (state === 'soon') return { reason: 'not-started', startsAt: drop.startsAt ?? now }
  if (state === 'ended') return { reason: 'ended' }
  if (state === 'soldout') return { reason: 'sold-out' }
  const left = dropsLeft(drop)
  if (left !== null && left < quantity) return { reason: 'left', left }
  if (drop.needsClaim && isInvited(facts) === false) return { reason: 'invitation' }
  const allowed = claims && limitLeft(drop, claims, now)
  if (allowed !== null && allowed < quantity) return { reason: 'limit', limit: drop.accountLimit, left: allowed }
  if (partner && !isPartnerOpen(partner, now)) return { reason: 'partner', code: partner.code }
  const deposit = depositOf(facts, quantity)
  if (deposit === null) return { reason: 'unpriced' }
  return balance !== null && balance < deposit ? { reason: 'balance', missing: deposit - balance } : null
}

/** The contract sells at most this many packs in one purchase. */
export const MAX_QUANTITY = 100n

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
