import { type AppData, getAppData } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { rowDrops } from '../client/site-reads'
import { afterPurchase } from '../polling/after-purchase'
import { pollUntilChanged } from '../polling/poll-until-changed'
import type { Wait } from '../waiting'
import type { Quote } from './quote'

/** A purchase that is in the chain. */
export interface LandedPurchase {
  network: NetworkSettings
  /** The remembered user. */
  buyer: string
  /** What was known before: the quote that the purchase was made from. */
  before: Pick<Quote, 'balance' | 'claims'>
  /** The block of the transaction; 0 when the chain did not say. */
  block: number
  signal?: AbortSignal
  /** The clock. @default timers */
  wait?: Wait
}

/**
 * Brings what a purchase changes up to date, in the shared data: the drops, and the buyer's balance and claims. Rows older
 * than the transaction's block do not count; a gateway that has none yet is asked again (see `pollUntilChanged`).
 *
 * @throws `AbortError` when the buyer is not the remembered user or is forgotten meanwhile; the signal's reason
 */
export const refreshAfterPurchase = async (purchase: LandedPurchase): Promise<void> => {
  const { network, buyer, before, block, signal, wait } = purchase
  await Promise.all([
    afterPurchase({
      network,
      account: buyer,
      block,
      before: { userWaxBalance: before.balance, availableDropsToClaim: before.claims },
      signal,
      wait,
    }),
    pollUntilChanged<AppData['rowDrops']>({
      read: (signal) => rowDrops(network, { signal, minBlock: block, maxAge: 0 }),
      // Rows of that block are right whether they differ or not; without a block only what differs can be new.
      cached: block > 0 ? null : getAppData('rowDrops'),
      signal,
      wait,
    }),
  ])
}
