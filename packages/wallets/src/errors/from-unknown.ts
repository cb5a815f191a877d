import { nodeErrorOf } from './from-node'
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

/** Errors of waxjs 1.7.1 alone. */
const OF_WAXJS: readonly (readonly [beginning: string, kind: WalletErrorKind])[] = [
  ['user closed the window', 'popup-closed'],
  ['Unable to open popup window', 'popup-blocked'],
  ['Unable to open a popup window', 'popup-blocked'],
  ['User declined', 'refused'],
  ['User does not have a blockchain account', 'refused'],
]

/** By anchor-link's `code`, where its message is another one. */
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
  const [, otherwise = LINK_CODES[Object(error).code]] = startOf(OTHER_WORDS, message)
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
  const { isFetchError, response } = Object(error)
  return isFetchError === true || typeof response?.status === 'number'
}

/** What an error says; empty for what says nothing. */
export function messageOf(error: unknown): string {
  const { message } = typeof error === 'string' ? { message: error } : Object(error)
  return typeof message === 'string' ? message : ''
}

const detail = (text: string): string => text.slice(0, DETAIL_MAX)

/** Scatter's error types (`type` of what it rejects with) that say more than that it failed. */
const KINDS: Record<string, WalletErrorKind> = {
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
function fromScatter(error: unknown, step: string): WalletError | undefined {
  const { type, code, isError } = Object(error)
  const text = messageOf(error)
  const kind =
    (typeof type === 'string' ? KINDS[type] : undefined) ??
    (code === REFUSED_CODE || REFUSED.test(text) ? 'refused' : isError === true ? 'unknown' : undefined)
  return kind && new WalletError(kind, text || `${step}: the wallet said no`, text, { cause: error })
}
