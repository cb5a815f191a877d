import { type FetchedAnswer, followAtGateway, numberOf, readLine } from '@fieldhouse/chain-data/client'
import type { Evidence } from '@fieldhouse/chain-data/records'
import { fromNode, GATEWAY_NAMES, isDuplicate, isFinal, isOfGateway, nodeError } from '../errors/from-node'
import { WalletError } from '../errors/wallet-error'
import type { SignedTransaction } from '../wallet'
import { type NodeContext, post } from './node'

export type PushState =
  /** It waits in the gateway's line. */
  | { name: 'queued'; line: Extract<Evidence, { name: 'queued' }>['line'] }
  /** A node has it, or may have it. @param block the one that the node named; 0 for none */
  | { name: 'sent'; block: number }
  /** It is in the chain's rows or blocks. @param claim the row of the game's claims, as nodes write it */
  | { name: 'landed'; block: number; claim: unknown }
  /** @param knowsSince since when the gateway knows of all that it sent, epoch milliseconds; 0 for untold */
  | { name: 'refused'; error: WalletError; knowsSince: number }
  /** Nothing of this sending was sent. @param isLast whether nothing more is to be sent */
  | { name: 'unsent'; error: WalletError; isLast: boolean }
  /** Nobody here knows. */
  | { name: 'lost'; error: WalletError }

/** The state of a push, and where the gateway has its status. */
export interface PushStatus {
  state: PushState
  /** Path at the gateway; empty where it has none. */
  location: string
  /** Of this answer, for a request that waits until it changes. */
  etag: string
}

type Pushed = Pick<SignedTransaction, 'transactionId' | 'packed' | 'signatures'>

/** The gateway answers within 20 s, without its line too; this is the time for that and the way there, in milliseconds. */
const PUSH_TIMEOUT = 30_000

/** The gateway's errors for what it has not sent. */
const NOT_SENT: readonly string[] = [GATEWAY_NAMES.notSent, GATEWAY_NAMES.tooMany]

/** Of a push's status at the gateway. */
const LOCATION = /^\/api\/v1\/pushes\/[\w-]+$/

const network = (id: string, what: string, cause?: unknown) =>
  new WalletError('network', `sending transaction ${id}: ${what}`, '', { cause })

/**
 * Sends signed bytes once. The gateway takes them into its line, and has their status at an address (RFC 7240, respond-async).
 * Sent again they are the same transaction, which the gateway never sends twice. Never rejects.
 */
export async function push(
  context: NodeContext,
  { transactionId: id, packed, signatures }: Pushed,
): Promise<PushStatus> {
  const body = JSON.stringify({ signatures, compression: 0, packed_context_free_data: '', packed_trx: packed })
  try {
    const answer = await post(context, 'send_transaction', body, PUSH_TIMEOUT, { Prefer: 'respond-async' })
    const location = answer.headers.get('Location') ?? ''
    if (answer.status === 202 && LOCATION.test(location)) return statusOf(answer, id, location)
    return { state: judge(answer, id), location: '', etag: '' }
  } catch (cause) {
    // The browser does not say whether a request that failed had left.
    return { state: { name: 'lost', error: network(id, 'no answer', cause) }, location: '', etag: '' }
  }
}

/**
 * Reads the status of a push.
 *
 * @param known the answer waits until there is another one
 * @returns the known one when there is no other; null when the gateway did not answer
 */
export async function followPush(
  { nodeUrl, fetch }: NodeContext,
  id: string,
  known: PushStatus,
  signal?: AbortSignal,
): Promise<PushStatus | null> {
  const { location, etag } = known
  const answer = await followAtGateway(nodeUrl + location, etag, { fetch, signal })
  return answer === 'same' ? known : answer && statusOf(answer, id, location)
}

/** From the gateway's JSON. What it has forgotten is not known to anybody but the chain. */
function statusOf({ json, headers }: FetchedAnswer, id: string, location: string): PushStatus {
  const etag = headers.get('ETag') ?? ''
  const { state, sends_in, block, claim, error, knows_since } = Object(json)
  const at = (state: PushState): PushStatus => ({ state, location, etag })
  switch (state) {
    case 'queued':
      return at({ name: 'queued', line: readLine(json, sends_in) })
    case 'sent':
      return at({ name: 'sent', block: numberOf(block) ?? 0 })
    case 'landed':
      return at({ name: 'landed', block: numberOf(block) ?? 0, claim })
    case 'refused': {
      const found = nodeError({ error })
      const reason = found ? fromNode(found) : new WalletError('chain', `the chain refused transaction ${id}`)
      return at({ name: 'refused', error: reason, knowsSince: numberOf(knows_since) ?? 0 })
    }
    case 'expired':
      return at({ name: 'unsent', error: new WalletError('expired', 'It expired in the line'), isLast: true })
    case 'left':
      return at({ name: 'unsent', error: new WalletError('left-line', 'It left the line'), isLast: true })
  }
  return { state: { name: 'lost', error: network(id, 'the gateway does not know of it') }, location: '', etag: '' }
}

/** The gateway's refusals have a node's shape, and so has its answer where the preference got lost on the way. */
function judge({ status, json }: FetchedAnswer, id: string): PushState {
  const { transaction_id, processed } = Object(json)
  const isOfIt = String(transaction_id).toLowerCase() === id
  // One node's word: the chain's rows have the last one.
  if (status < 300 && isOfIt && processed?.receipt?.status === 'executed') {
    return { name: 'sent', block: numberOf(processed.block_num) ?? 0 }
  }
  const error = nodeError(json)
  if (!error) return { name: 'lost', error: network(id, `status ${status} without the chain's JSON`) }
  if (isOfGateway(error) && NOT_SENT.includes(error.name))
    return { name: 'unsent', error: fromNode(error), isLast: false }
  if (isDuplicate(error)) return { name: 'sent', block: 0 }
  return isFinal(error) || /unknown key/.test(error.details[0]?.message ?? '')
    ? { name: 'refused', error: fromNode(error), knowsSince: 0 }
    : { name: 'lost', error: fromNode(error) }
}
