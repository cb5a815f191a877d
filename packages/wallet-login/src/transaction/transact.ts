import { fromUnknown } from '../errors/from-unknown'
import { WalletError } from '../errors/wallet-error'
import type { User, Wallet, WalletContext } from '../wallets/wallet'
import { broadcast } from './broadcast'
import { spendHeader } from './header'
import type { Landed, TransactionRequest } from './request'

/**
 * Signs with the user's wallet, sends through the gateway and answers when the transaction is in the chain. Nothing is
 * kept of one that failed: the same request can be made again at once, and asks for its actions anew.
 *
 * Call it straight from a click: the wallet may open a window, which browsers allow only there.
 *
 * @throws WalletError, always
 */
export async function transact(
  context: WalletContext,
  wallet: Wallet,
  user: User,
  request: TransactionRequest,
): Promise<Landed> {
  try {
    const signed = await wallet.sign(context, user, request.actions)
    if (signed.signatures.length === 0) {
      throw new WalletError('no-signature', `signing with ${wallet.name}: the wallet returned no signature`)
    }
    request.onSigned?.()
    return await settled(context, wallet, () => broadcast(context, signed))
  } catch (error) {
    throw fromUnknown(error, `signing with ${wallet.name}`)
  }
}

/** The wallet hears how it ended, so that its dialogs say so. Nobody waits for them, and nothing depends on them. */
async function settled(context: WalletContext, wallet: Wallet, send: () => Promise<Landed>): Promise<Landed> {
  const tell = (outcome: { landed: Landed } | { error: WalletError }) => {
    wallet.settle?.(context, outcome).catch(() => undefined)
  }
  try {
    const landed = await send()
    tell({ landed })
    return landed
  } catch (failure) {
    const error = fromUnknown(failure, 'sending the transaction')
    // What may still land must stay the same transaction when it is sent again.
    if (error.kind !== 'unclear' && error.kind !== 'network') spendHeader()
    tell({ error })
    throw error
  }
}
