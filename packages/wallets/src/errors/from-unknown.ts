import { FAILURES, type Failure, failure, WalletError, type WalletErrorKind } from './wallet-error'

/** Other words of the libraries for what has a sentence, by what their message begins with. */
const OTHER_WORDS: readonly (readonly [beginning: string, name: Failure])[] = [
  ['Multi chain response payload must specify resolved chain id', 'wrongChain'],
  // eosio-signing-request 2.5.3, of what a wallet sends back
  ['Missing chosen chain ID for multi-chain request', 'wrongChain'],
  ['Trying to resolve for chain ID not defined in request', 'wrongChain'],
  ['Unknown chain id alias', 'wrongChain'],
  ['Invalid request (identity request cannot be broadcast)', 'flags'],
  ['Unable to restore session', 'storage'],
  ['Unable to restore, session data invalid', 'storage'],
  // waxjs 1.7.1
  ['Augmented transaction actions has', 'modify'],
]

/** What waxjs 1.7.1 says, and no library else. */
const OF_WAXJS: readonly (readonly [beginning: string, kind: WalletErrorKind])[] = [
  ['user closed the window', 'popup-closed'],
  ['Unable to open popup window', 'popup-blocked'],
  ['Unable to open a popup window', 'popup-blocked'],
  ['User declined', 'refused'],
  ['User does not have a blockchain account', 'refused'],
]

/** anchor-link's `code`, for what it says in other words than its own. */
const LINK_CODES: Record<string, Failure> = {
  E_CANCEL: 'cancelled',
  E_IDENTITY: 'identity',
  E_TIMEOUT: 'timeout',
  E_DELIVERY: 'push',
}

/** A detail is shown to people: this much of it, in characters. */
const DETAIL_MAX = 500

/**
 * Whatever a wallet, its library, a node or the browser threw, as one of ours.
 *
 * @param step what was being done, such as `signing with the Cloud Wallet`; it begins a message that says nothing else
 */
export function fromUnknown(error: unknown, step: string): WalletError {
  if (error instanceof WalletError) return error
  const node = nodeErrorOf(error)
  if (node) return node
  const message = messageOf(error)
  const sentence = names.find((name) => message.startsWith(FAILURES[name][1]))
  if (sentence) return failure(sentence, detail(rest(message.slice(FAILURES[sentence][1].length))), error)
  const [, otherwise = LINK_CODES[String((error as { code?: unknown } | null)?.code)]] = startOf(OTHER_WORDS, message)
  if (otherwise) return failure(otherwise, detail(message), error)
  const [, kind] = startOf(OF_WAXJS, message)
  if (kind) return new WalletError(kind, message.trim(), '', { cause: error })
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return new WalletError('cancelled', `${step}: stopped`, '', { cause: error })
  if (isNetwork(name, message) || isUnread(error)) {
    return new WalletError('network', `${step}: ${message || 'no answer'}`, detail(message), { cause: error })
  }
  return (
    fromScatter(error, step) ?? new WalletError('unknown', `${step}: ${message}`, detail(message), { cause: error })
  )
}

const names = Object.keys(FAILURES) as Failure[]

/** The entry that a message begins with, or none. */
const startOf = <Value>(entries: readonly (readonly [beginning: string, value: Value])[], message: string) =>
  entries.find(([beginning]) => message.startsWith(beginning)) ?? []

/** What follows a sentence: a full stop, a colon and more, or something in brackets. */
function rest(text: string): string {
  const bare = text.replace(/^[.:\s]+/, '').trimEnd()
  return /^\(.*\)$/s.test(bare) ? bare.slice(1, -1) : bare
}

/** Requests that did not get through: the browser's own errors, a chunk's, and those of the data API. */
function isNetwork(name: string, message: string): boolean {
  return (
    ['TimeoutError', 'NetworkError', 'ChunkLoadError', 'DataError'].includes(name) ||
    (name === 'TypeError' && /fetch|network|load failed|dynamically imported module/i.test(message))
  )
}

/** eosjs marks what it could not fetch or read; an APIError of @greymass/eosio has an answer without the chain's JSON. */
function isUnread(error: unknown): boolean {
  const { isFetchError, response } = (error ?? {}) as { isFetchError?: unknown; response?: { status?: unknown } }
  return isFetchError === true || typeof response?.status === 'number'
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  const message = (error as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' ? message : ''
}

const detail = (text: string): string => text.slice(0, DETAIL_MAX)

/** Scatter's error types (`type` of what it rejects with) that say more than that it failed. */
const SCATTER_KINDS: Record<string, WalletErrorKind> = {
  signature_rejected: 'refused',
  identity_rejected: 'refused',
  identity_missing: 'refused',
  rejected: 'refused',
  locked: 'refused',
  timeout: 'timeout',
  prompt_closed: 'popup-closed',
  no_network: 'unsupported-chain',
  network_missing: 'unsupported-chain',
}

/** A person said no, whatever the words. Scatter's code for it is 402. */
const REFUSED = /reject|declin|denied|cancel/i
const REFUSED_CODE = 402

/** What a Scatter-compatible wallet rejected with, as one of ours; undefined when it is nothing of the kind. */
export function fromScatter(error: unknown, step: string): WalletError | undefined {
  const { type, code, message, isError } = (typeof error === 'string' ? { message: error } : (error ?? {})) as {
    type?: unknown
    code?: unknown
    message?: unknown
    isError?: unknown
  }
  const text = typeof message === 'string' ? message : ''
  const kind =
    (typeof type === 'string' ? SCATTER_KINDS[type] : undefined) ??
    (code === REFUSED_CODE || REFUSED.test(text) ? 'refused' : isError === true ? 'unknown' : undefined)
  return kind && new WalletError(kind, text || `${step}: the wallet said no`, text, { cause: error })
}

/** What a node says of an error, and our gateway in the same shape (`plugins/chainapi/shape`). */
export interface NodeError {
  code: number
  name: string
  what: string
  details: { message: string; file?: string }[]
}

/** Names by which our gateway says what no node says. */
export const GATEWAY_NAMES = {
  unknown: 'transaction_outcome_unknown',
  notSent: 'transaction_not_sent',
  tooMany: 'too_many_requests',
  unreachable: 'chain_unreachable',
} as const

/** Stands where a node names its source file, in what our gateway says itself. */
const GATEWAY_FILE = 'fieldhouse'

/** The node's exceptions that are not a contract's own "no"; the numbers are Antelope's. */
const NODE_KINDS: Record<string, WalletErrorKind> = {
  expired_tx_exception: 'expired',
  // The block that the transaction names is not in the chain any more: it can only be made anew.
  invalid_ref_block_exception: 'expired',
  deadline_exception: 'resources',
  leeway_deadline_exception: 'resources',
  [GATEWAY_NAMES.unknown]: 'unclear',
  [GATEWAY_NAMES.notSent]: 'network',
  [GATEWAY_NAMES.tooMany]: 'network',
  [GATEWAY_NAMES.unreachable]: 'network',
}

/** Exceptions of used-up CPU, NET and RAM are in this range (Antelope's resource_exhausted_exception and below). */
const isResources = (code: number): boolean => code >= 3080000 && code < 3090000

/** The chain's own exceptions start here, and are final. */
const FIRST_CHAIN_CODE = 3000000

const DUPLICATE_CODE = 3040008

const ASSERTION = 'assertion failure with message: '

/** The error in an answer's JSON, if there is one. */
export function nodeError(json: unknown): NodeError | undefined {
  const error = (json as { error?: Partial<NodeError> } | null | undefined)?.error
  if (typeof error !== 'object' || error === null || typeof error.code !== 'number') return undefined
  const details = Array.isArray(error.details) ? error.details : []
  return {
    code: error.code,
    name: typeof error.name === 'string' ? error.name : '',
    what: typeof error.what === 'string' ? error.what : '',
    details: details.filter((detail) => typeof detail?.message === 'string'),
  }
}

/** What a person should read of it: the first detail, without the prefix that every assertion has. */
export function nodeText(error: NodeError): string {
  const text = error.details[0]?.message || error.what || error.name
  return text.startsWith(ASSERTION) ? text.slice(ASSERTION.length) : text
}

/** Whether it is an answer of the chain, not of a node or a gateway in trouble. */
export const isFinal = (error: NodeError): boolean => error.code >= FIRST_CHAIN_CODE

/** Whether our gateway says it, and not a node. */
export const isOfGateway = (error: NodeError): boolean => error.details[0]?.file === GATEWAY_FILE

/** Whether it says that the chain has the transaction already: it landed. A contract can say the same words of its own. */
export const isDuplicate = (error: NodeError): boolean =>
  error.code === DUPLICATE_CODE || (!isFinal(error) && /duplicate transaction/i.test(nodeText(error)))

/** A node's error as one of ours; its detail is the node's text. */
export function fromNode(error: NodeError, cause?: unknown): WalletError {
  const kind = NODE_KINDS[error.name] ?? (isResources(error.code) ? 'resources' : 'chain')
  const text = nodeText(error)
  // Which of the three is used up stands in the name, and not in every text.
  const detail = kind === 'resources' && error.name ? `${error.name}: ${text}` : text
  return new WalletError(kind, text, detail, cause === undefined ? undefined : { cause })
}

/** The node's error inside what a library threw: an APIError of @greymass/eosio, or an RpcError of eosjs. */
export function nodeErrorOf(error: unknown): WalletError | undefined {
  const { response, json } = (error ?? {}) as { response?: { json?: unknown }; json?: unknown }
  const found = nodeError(response?.json) ?? nodeError(json)
  return found && fromNode(found, error)
}
