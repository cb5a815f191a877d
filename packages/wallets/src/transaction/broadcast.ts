import { wait } from '@fieldhouse/chain-data'
import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import {
  fromNode,
  GATEWAY_NAMES,
  isBeforeDuplicates,
  isDuplicate,
  isFinal,
  type NodeError,
  nodeError,
} from '../errors/from-node'
import { WalletError } from '../errors/wallet-error'
import type { Signed } from '../wallet'
import { type Answer, type NodeContext, post } from './node'
import type { Landed } from './request'
import { hex, transactionId } from './transaction-id'

/** The gateway answers within 20 s what became of a push; this is the time for that and the way there, in milliseconds. */
const PUSH_TIMEOUT = 30_000
/** From the first sending on, in milliseconds: within it the transaction has landed or expired, and its fate is known. */
const RESOLVE_TIMEOUT = (EXPIRE_SECONDS + 60) * 1000
/** Of one that was surely not sent nothing needs to be found out, in milliseconds. */
const NOT_SENT_TIMEOUT = 15_000
/** Between two sendings, in milliseconds: doubled each time up to the greatest. */
const FIRST_PAUSE = 500
const LAST_PAUSE = 8000

/** Names by which the gateway says that nothing was sent. */
const NOT_SENT: readonly string[] = [GATEWAY_NAMES.notSent, GATEWAY_NAMES.tooMany]

/** The receipts of a transaction that was not carried out. */
const NOT_EXECUTED: readonly unknown[] = ['soft_fail', 'hard_fail', 'expired']

/** The header with which the gateway names the block from which on a push's effects can be read. */
const HEAD_HEADER = 'X-Chain-Head'

/** What one sending was answered with. */
type Verdict =
  | { landed: Landed }
  /** The chain or the gateway says no. Without `sure`, of this sending only: one before it may have landed. */
  | { error: WalletError; sure: boolean }
  /** `sent` may be false: then nothing was. */
  | { open: WalletError; sent: boolean }

/**
 * Sends a signed transaction, and answers when it is in the chain. What is lost on the way is resolved before anything is
 * said: the same bytes are sent again, which the gateway answers with what happened, and never sends twice.
 *
 * @throws WalletError: what the chain said; expired; network when nothing was sent; unclear when it could not be resolved
 */
export async function broadcast(context: NodeContext, signed: Signed): Promise<Landed> {
  const id = await transactionId(signed.serializedTransaction)
  const body = JSON.stringify({
    signatures: signed.signatures,
    compression: 0,
    packed_context_free_data: '',
    packed_trx: hex(signed.serializedTransaction),
  })
  const started = performance.now()
  let mayHaveLanded = false
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LAST_PAUSE)) {
    const verdict = await send(context, body, id)
    if ('landed' in verdict) return verdict.landed
    if ('error' in verdict) {
      if (mayHaveLanded && !verdict.sure) throw unclear(id, verdict.error)
      throw verdict.error
    }
    mayHaveLanded ||= verdict.sent
    const elapsed = performance.now() - started
    if (elapsed + pause > (mayHaveLanded ? RESOLVE_TIMEOUT : NOT_SENT_TIMEOUT)) {
      throw mayHaveLanded ? unclear(id, verdict.open) : verdict.open
    }
    await wait(pause)
  }
}

async function send(context: NodeContext, body: string, id: string): Promise<Verdict> {
  let answer: Answer
  try {
    answer = await post(context, 'send_transaction', body, PUSH_TIMEOUT)
  } catch (cause) {
    // The browser does not say whether a request that failed had left.
    const error = new WalletError('network', `sending transaction ${id}: no answer`, '', { cause })
    return { open: error, sent: true }
  }
  const { status, json } = answer
  if (status >= 200 && status < 300) return judge(answer, id)
  const error = nodeError(json)
  if (error && (isDuplicate(error) || isFinal(error) || /unknown key/.test(error.details[0]?.message ?? ''))) {
    return refusal(error, answer, id)
  }
  const open = error
    ? fromNode(error)
    : new WalletError('network', `sending transaction ${id}: status ${status} without the chain's JSON`)
  return { open, sent: !(error && NOT_SENT.includes(error.name)) }
}

/** A 2xx comes for a transaction that failed as well (send_transaction2), with what went wrong in `except`. */
function judge(answer: Answer, id: string): Verdict {
  const { transaction_id, processed } = (answer.json ?? {}) as {
    transaction_id?: string
    processed?: { except?: unknown; receipt?: { status?: string } }
  }
  if (!processed || !transaction_id || (id && transaction_id.toLowerCase() !== id)) {
    const error = new WalletError('network', `sending transaction ${id}: the answer is about ${transaction_id}`)
    return { open: error, sent: true }
  }
  if (processed.except) return refusal(failed(processed.except), answer, id)
  const status = processed.receipt?.status
  if (status === 'executed') return { landed: { transactionId: transaction_id, block: blockOf(answer) } }
  const text = `the transaction was not executed: ${status}`
  if (NOT_EXECUTED.includes(status)) return { error: new WalletError('chain', text, text), sure: true }
  return { open: new WalletError('network', `sending transaction ${id}: its receipt says ${status}`), sent: true }
}

const refusal = (error: NodeError, answer: Answer, id: string): Verdict =>
  isDuplicate(error)
    ? { landed: { transactionId: id, block: blockOf(answer) } }
    : { error: fromNode(error), sure: !isBeforeDuplicates(error) }

/** An exception as it stands in a trace: with a stack whose entries have a format and its data. */
function failed(except: unknown): NodeError {
  const { code, name, message, stack } = except as {
    code?: number
    name?: string
    message?: string
    stack?: { format?: string; data?: Record<string, unknown> }[]
  }
  const [first] = Array.isArray(stack) ? stack : []
  const text = first?.format?.replace(/\$\{(\w+)\}/g, (_, key) => String(first.data?.[key] ?? '')) || message || ''
  return { code: code ?? 0, name: name ?? '', what: message ?? '', details: text ? [{ message: text }] : [] }
}

function blockOf({ json, headers }: Answer): number {
  const block = (json as { processed?: { block_num?: unknown } } | undefined)?.processed?.block_num
  const named = typeof block === 'number' ? block : Number(headers.get(HEAD_HEADER))
  return Number.isSafeInteger(named) && named > 0 ? named : 0
}

const unclear = (id: string, cause: WalletError) =>
  new WalletError('unclear', `whether transaction ${id} happened could not be found out`, id, { cause })
