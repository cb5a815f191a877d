import { failure } from '../errors/failure'
import { fromUnknown } from '../errors/from-unknown'
import { resourceOf } from '../errors/resources'
import type { WalletError } from '../errors/wallet-error'
import type { Outcome, Signed, User, Wallet, WalletContext } from '../wallet'
import { broadcast } from './broadcast'
import type { Landed, SignedTransaction, TransactionRequest } from './request'
import { hex, transactionId } from './transaction-id'

/** What a wallet has signed. */
export interface WalletAnswer {
  signed: SignedTransaction
  /** Tells the wallet how it goes on, so that its dialogs say so. */
  tell: (outcome: Outcome) => void
  /** Whether it has dialogs that do. */
  hasDialogs: boolean
  /** The error with what is to blame for it. */
  blame: (error: WalletError) => WalletError
}

/**
 * Has the user's wallet sign. Call it straight from a click: the wallet may open a window, which browsers allow only there.
 *
 * @throws WalletError, always
 */
export async function sign(
  context: WalletContext,
  wallet: Wallet,
  user: User,
  request: Pick<TransactionRequest, 'actions' | 'onAsked'>,
): Promise<WalletAnswer> {
  try {
    const answer = await wallet.sign(context, user, request.actions, request.onAsked)
    const tell: WalletAnswer['tell'] = (outcome) => {
      try {
        answer.settle?.(outcome)
      } catch {
        // What became of the transaction counts, not what a dialog made of it.
      }
    }
    const blame: WalletAnswer['blame'] = (error) => blamed(error, answer)
    const hasDialogs = answer.settle !== undefined
    if (answer.signatures.length > 0) return { signed: await told(answer), tell, hasDialogs, blame }
    const error = failure('signature', `${wallet.name} answered with none`)
    tell({ error })
    throw error
  } catch (error) {
    throw fromUnknown(error, `signing with ${wallet.name}`)
  }
}

/**
 * Signs with the user's wallet, sends through the gateway and answers when a node has carried it out: for editions that keep
 * no record. Nothing is kept of one that failed: the same request can be made again at once, and asks for its actions anew.
 *
 * @throws WalletError, always
 */
export async function transact(
  context: WalletContext,
  wallet: Wallet,
  user: User,
  request: TransactionRequest,
): Promise<Landed> {
  const { signed, tell, blame } = await sign(context, wallet, user, request)
  request.onSigned?.(signed)
  try {
    const landed = await broadcast(context, signed)
    tell({ landed })
    return landed
  } catch (cause) {
    const error = blame(fromUnknown(cause, 'sending the transaction'))
    tell({ error })
    throw error
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

/** The fee would have covered what the account lacks; that the chain is busy has nothing to do with it. */
const blamed = (error: WalletError, { isFeeDeclined }: Signed): WalletError =>
  isFeeDeclined && error.kind === 'resources' && resourceOf(error) !== 'time'
    ? failure('fee', error.detail, error)
    : error
