import { waxForListing } from '@fieldhouse/chain-data'
import type { Drop, Partner } from '../store/app-data'

/** What a purchase is of. */
export interface Purchase {
  drop: Pick<Drop, 'id' | 'listing'>
  /** The oracle's median that the purchase names: 10^-4 US dollars for one WAX; any number for a drop listed in WAX. */
  median: bigint
  /** How many packs. */
  quantity: bigint
  /** Whose code the buyer names; null for none. */
  partner: Partner | null
  /** The gateway's time, epoch milliseconds: whether the code counts. */
  now: number
}

/** Whether a partner's code counts at a moment of the gateway's clock, epoch milliseconds. */
export const isPartnerOpen = ({ isActive, startsAt, endsAt }: Partner, now: number): boolean =>
  isActive && (startsAt === null || startsAt <= now) && (endsAt === null || endsAt > now)

/**
 * What a buyer deposits, in 10^-8 WAX: the listing times the quantity, less the discount of a code that counts, then
 * rounded up.
 *
 * @throws RangeError for a drop that has no price in US dollars or WAX, and what {@link waxForListing} throws for
 */
export const depositFor = ({ drop, median, quantity, partner, now }: Purchase): bigint => {
  if (!drop.listing) throw new RangeError(`price in WAX: the drop ${drop.id} has no price in US dollars or WAX`)
  const discountBps = partner && isPartnerOpen(partner, now) ? partner.discountBps : 0
  return waxForListing(drop.listing, median, discountBps, quantity)
}
