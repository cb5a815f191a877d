import { gatewayNow } from '@fieldhouse/chain-data'
import { type Pending, type Purchased, settlePending } from '@fieldhouse/chain-data/purchase'
import { WalletError } from '../errors/wallet-error'
import type { settle } from './transact'

/** How a purchase ended that an earlier page had signed. */
export type Settled =
  | { name: 'bought'; bought: Purchased; block: number }
  /** It did not come about, and cannot any more. */
  | { name: 'failed'; error: WalletError }
  /** Still nobody knows. */
  | { name: 'unclear' }

/**
 * Finds out what became of a purchase that was signed and whose outcome this browser does not know: the page that sent it was
 * closed, or its answer was lost. It is the same transaction, so it comes about once, whoever sends it. Never rejects.
 *
 * @param send settles it: {@link settle}
 */
export async function settleKept(pending: Pending, send: typeof settle): Promise<Settled> {
  const { packed: _, signatures: __, expiresAt: ___, ...bought } = pending
  try {
    const context = { nodeUrl: location.origin, fetch: (...request: Parameters<typeof fetch>) => fetch(...request) }
    const { transactionId, block } = await send(context, pending)
    const made = { ...bought, transactionId, at: gatewayNow() }
    settlePending(pending.transactionId, made)
    return { name: 'bought', bought: made, block }
  } catch (error) {
    const known = error instanceof WalletError ? error : new WalletError('unclear', String(error))
    // Nothing was sent now; what an earlier page had sent may have landed all the same.
    if (known.kind === 'unclear' || known.kind === 'network') return { name: 'unclear' }
    settlePending(pending.transactionId, null)
    return { name: 'failed', error: known }
  }
}
