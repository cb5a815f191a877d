import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import { resourceOf } from '../errors/explain'
import { fromUnknown } from '../errors/from-unknown'
import { failure, WalletError } from '../errors/wallet-error'
import type {
  Landed,
  Outcome,
  Signed,
  SignedTransaction,
  TransactionRequest,
  User,
  Wallet,
  WalletContext,
} from '../wallet'
import type { NodeContext } from './node'
import { followPush, type PushStatus, push } from './push'
import { hex, transactionId } from './transaction-id'

export interface WalletAnswer {
  signed: SignedTransaction
  /** Has the wallet's own dialogs show the outcome; undefined where it has none. */
  notify: ((outcome: Outcome) => void) | undefined
  /** The error, or `fee-declined` where the fee would have prevented it. */
  refine: (error: WalletError) => WalletError
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
    const actions = async () => {
      // Without https the browser has no hashes: what was signed would have no id.
      if (!crypto.subtle) throw new WalletError('insecure', 'signing on a page without https')
      return request.actions()
    }
    const answer = await wallet.sign(context, user, actions, request.onAsked)
    const { onOutcome } = answer
    const notify =
      onOutcome &&
      ((outcome: Outcome) => {
        try {
          onOutcome(outcome)
        } catch {
          // What became of the transaction counts, not what a dialog made of it.
        }
      })
    const refine: WalletAnswer['refine'] = (error) => refined(error, answer)
    if (answer.signatures.length > 0) return { signed: await toSigned(answer), notify, refine }
    const error = failure('signature', `${wallet.name} answered with none`)
    notify?.({ error })
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
  const { signed, notify, refine } = await sign(context, wallet, user, request)
  request.onSigned?.(signed)
  try {
    const landed = await broadcast(context, signed)
    notify?.({ landed })
    return landed
  } catch (cause) {
    const error = refine(fromUnknown(cause, 'sending the transaction'))
    notify?.({ error })
    throw error
  }
}

/**
 * Takes a wallet's answer to what an earlier page has asked it for.
 *
 * @throws WalletError `expired` when the transaction cannot land any more, `cancelled` when the wallet declined, `other-wallet`
 * when another one was asked
 */
export async function collect(
  context: WalletContext,
  wallet: Wallet,
  user: User,
  request: string,
  signal: AbortSignal,
): Promise<SignedTransaction> {
  try {
    const signed = await wallet.collect?.(context, user, request, signal)
    if (signed) return await toSigned(signed)
  } catch (error) {
    throw fromUnknown(error, `collecting the answer of ${wallet.name}`)
  }
  throw new WalletError('other-wallet', `${wallet.name} cannot answer a request to another wallet`)
}

const toSigned = async ({ serializedTransaction: packed, signatures }: Signed): Promise<SignedTransaction> => ({
  transactionId: await transactionId(packed),
  packed: hex(packed),
  signatures,
  // It begins with its expiration, in seconds.
  expiresAt: new DataView(packed.buffer, packed.byteOffset).getUint32(0, true) * 1000,
})

/** The fee would have covered what the account lacks; that the chain is busy has nothing to do with it. */
const refined = (error: WalletError, { isFeeDeclined }: Signed): WalletError =>
  isFeeDeclined && error.kind === 'resources' && resourceOf(error) !== 'time'
    ? failure('fee', error.detail, error)
    : error

/** From the first sending on, in milliseconds: by then the transaction has landed or expired. */
const RESOLVE_TIMEOUT = (EXPIRE_SECONDS + 60) * 1000
/** The same while it is certain that nothing was sent. */
const NOT_SENT_TIMEOUT = 15_000
/** Between two requests, in milliseconds: doubled each time up to the greatest. */
const FIRST_PAUSE = 500
const LAST_PAUSE = 8000

/**
 * Sends a signed transaction for an edition that keeps no record of it, and answers when a node has carried it out. What is
 * lost on the way is resolved with the same bytes, until they have expired, before anything is said.
 *
 * @throws WalletError: what the chain said; expired; network when nothing was sent; unclear when it could not be resolved
 */
export async function broadcast(context: NodeContext, signed: SignedTransaction): Promise<Landed> {
  const { transactionId } = signed
  const started = performance.now()
  /** What became of one sending is not known: no refusal of another one proves that it did not land. */
  let isOpen = false
  let status: PushStatus = await push(context, signed)
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LAST_PAUSE)) {
    const { state, location } = status
    const error = 'error' in state ? state.error : undefined
    if (state.name === 'landed') return { transactionId, block: state.block }
    if (state.name === 'sent' && (state.block > 0 || location === '')) return { transactionId, block: state.block }
    if (state.name === 'lost') isOpen = true
    const isEnd = state.name === 'refused' || (state.name === 'unsent' && state.isLast)
    if (isEnd) throw isOpen ? unclear(transactionId, error) : error
    const elapsed = performance.now() - started
    const isKnownUnsent = state.name === 'unsent' && !isOpen
    if (elapsed + pause > (isKnownUnsent ? NOT_SENT_TIMEOUT : RESOLVE_TIMEOUT)) {
      throw isKnownUnsent ? error : unclear(transactionId, error)
    }
    await wait(pause)
    if (location === '' && gatewayNow() >= signed.expiresAt) {
      throw isOpen ? unclear(transactionId, error) : new WalletError('expired', 'It expired before it was sent')
    }
    const next = location === '' ? push(context, signed) : followPush(context, transactionId, status)
    status = (await next) ?? status
  }
}

const unclear = (id: string, cause?: WalletError) =>
  new WalletError('unclear', `whether transaction ${id} happened could not be found out`, id, { cause })
