import { gatewayNow, wait } from '@fieldhouse/chain-data'
import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import { WalletError } from '../errors/wallet-error'
import type { NodeContext } from './node'
import { followPush, type PushStatus, push } from './push'
import type { Landed, SignedTransaction } from './request'

/** From the first sending on, in milliseconds: within it the transaction has landed or expired, and its fate is known. */
const RESOLVE_TIMEOUT = (EXPIRE_SECONDS + 60) * 1000
/** Of one that was surely not sent nothing needs to be found out, in milliseconds. */
const NOT_SENT_TIMEOUT = 15_000
/** Between two questions, in milliseconds: doubled each time up to the greatest. */
export const FIRST_PAUSE = 500
export const LAST_PAUSE = 8000

/**
 * Sends a signed transaction for an edition that keeps no record of it, and answers when a node has carried it out. What is
 * lost on the way is resolved with the same bytes, until they have expired, before anything is said.
 *
 * @throws WalletError: what the chain said; expired; network when nothing was sent; unclear when it could not be resolved
 */
export async function broadcast(context: NodeContext, signed: SignedTransaction): Promise<Landed> {
  const { transactionId } = signed
  const started = performance.now()
  /** What became of one sending is not known: no refusal of another one says that it did not land. */
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
