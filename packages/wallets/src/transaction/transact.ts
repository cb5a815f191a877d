import { failure } from '../errors/failure'
import { fromUnknown } from '../errors/from-unknown'
import { resourceOf } from '../errors/resources'
import type { WalletError } from '../errors/wallet-error'
import type { Signed, User, Wallet, WalletContext } from '../wallet'
import { broadcast } from './broadcast'
import { spendHeader } from './header'
import type { Landed, SignedTransaction, TransactionRequest } from './request'
import { hex, transactionId } from './transaction-id'

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
    const signed = await wallet.sign(context, user, request.actions, request.onAsked)
    return await settled(signed, async () => {
      if (signed.signatures.length === 0) {
        throw failure('signature', `${wallet.name} answered with none`)
      }
      request.onSigned?.(await told(signed))
      return broadcast(context, signed)
    })
  } catch (error) {
    throw fromUnknown(error, `signing with ${wallet.name}`)
  }
}

/**
 * Takes a wallet's answer to what an earlier page has asked it for.
 *
 * @throws WalletError `expired` when the transaction cannot come about any more, `cancelled` when the wallet declined
 */
export async function collect(
  context: WalletContext,
  wallet: Wallet,
  user: User,
  request: string,
): Promise<SignedTransaction> {
  try {
    const signed = await wallet.collect?.(context, user, request)
    if (signed) return await told(signed)
  } catch (error) {
    throw fromUnknown(error, `collecting the answer of ${wallet.name}`)
  }
  throw failure('callback', `${wallet.name} keeps no answers`)
}

const told = async ({ serializedTransaction: packed, signatures }: Signed): Promise<SignedTransaction> => ({
  transactionId: await transactionId(packed),
  packed: hex(packed),
  signatures,
  // It begins with its expiration, in seconds.
  expiresAt: new DataView(packed.buffer, packed.byteOffset).getUint32(0, true) * 1000,
})

/**
 * Finds out what became of a transaction that was signed before, maybe by a page that is gone: the same bytes are sent again,
 * which the gateway answers with what happened, and never sends twice.
 *
 * @throws WalletError, as {@link broadcast}
 */
export const settle = async (
  context: Pick<WalletContext, 'nodeUrl' | 'fetch'>,
  { packed, signatures }: Pick<SignedTransaction, 'packed' | 'signatures'>,
): Promise<Landed> => {
  const serializedTransaction = Uint8Array.from(packed.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return broadcast(context, { serializedTransaction, signatures: [...signatures] })
}

/** The wallet hears how it ended, so that its dialogs say so. Nothing depends on them. */
async function settled(signed: Signed, send: () => Promise<Landed>): Promise<Landed> {
  const tell: Required<Signed>['settle'] = (outcome) => {
    try {
      signed.settle?.(outcome)
    } catch {
      // What became of the transaction counts, not what a dialog made of it.
    }
  }
  try {
    const landed = await send()
    // Another one like it is another purchase.
    spendHeader()
    tell({ landed })
    return landed
  } catch (failure) {
    const error = blamed(fromUnknown(failure, 'sending the transaction'), signed)
    // What may still land must stay the same transaction when it is sent again.
    if (error.kind !== 'unclear' && error.kind !== 'network') spendHeader()
    tell({ error })
    throw error
  }
}

/** The fee would have covered what the account lacks; that the chain is busy has nothing to do with it. */
const blamed = (error: WalletError, { isFeeDeclined }: Signed): WalletError =>
  isFeeDeclined && error.kind === 'resources' && resourceOf(error) !== 'time'
    ? failure('fee', error.detail, error)
    : error
