import { nodeErrorOf } from './from-node'
import { fromScatter } from './from-scatter'
import { SENTENCES } from './sentences'
import { WalletError, type WalletErrorKind } from './wallet-error'

/** Sentences by which an error is known, whichever library throws it; the first that its message begins with. */
const KNOWN: readonly (readonly [beginning: string, kind: WalletErrorKind])[] = [
  [SENTENCES.identity, 'identity'],
  [SENTENCES.timeout, 'timeout'],
  [SENTENCES.push, 'delivery'],
  [SENTENCES.linkService, 'delivery'],
  [SENTENCES.callback, 'invalid-callback'],
  [SENTENCES.flags, 'invalid-flags'],
  [SENTENCES.modify, 'no-modify'],
  [SENTENCES.cosign, 'cosign-identity'],
  [SENTENCES.providerChain, 'unsupported-chain'],
  [SENTENCES.providerResponse, 'invalid-provider-response'],
  [SENTENCES.providerSignature, 'no-signature'],
  [SENTENCES.signature, 'no-signature'],
  [SENTENCES.fee, 'fee-declined'],
  [SENTENCES.chain, 'unsupported-chain'],
  [SENTENCES.wrongChain, 'wrong-chain'],
  ['Multi chain response payload must specify resolved chain id', 'wrong-chain'],
  // eosio-signing-request 2.5.3, of what a wallet sends back
  ['Missing chosen chain ID for multi-chain request', 'wrong-chain'],
  ['Trying to resolve for chain ID not defined in request', 'wrong-chain'],
  ['Unknown chain id alias', 'wrong-chain'],
  ['Invalid request (identity request cannot be broadcast)', 'invalid-flags'],
  [SENTENCES.storage, 'missing-storage'],
  ['Unable to restore session', 'missing-storage'],
  ['Unable to restore, session data invalid', 'missing-storage'],
  [SENTENCES.offer, 'expired'],
  ['User canceled request', 'cancelled'],
  // waxjs 1.7.1
  ['user closed the window', 'popup-closed'],
  ['Unable to open popup window', 'popup-blocked'],
  ['Unable to open a popup window', 'popup-blocked'],
  ['User declined', 'refused'],
  ['User does not have a blockchain account', 'refused'],
  ['Augmented transaction actions has', 'no-modify'],
]

/** The sentence that a kind has of its own, however the library put it. */
const OWN: Partial<Record<WalletErrorKind, string>> = {
  cancelled: 'User canceled request',
  'invalid-flags': SENTENCES.flags,
  'no-modify': SENTENCES.modify,
  'wrong-chain': SENTENCES.wrongChain,
  'missing-storage': SENTENCES.storage,
}

/** anchor-link's `code`. */
const LINK_CODES: Record<string, WalletErrorKind> = {
  E_CANCEL: 'cancelled',
  E_IDENTITY: 'identity',
  E_TIMEOUT: 'timeout',
  E_DELIVERY: 'delivery',
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
  const code = LINK_CODES[String((error as { code?: unknown } | null)?.code)]
  if (code) return known(code, message, error)
  const [, kind] = KNOWN.find(([beginning]) => message.startsWith(beginning)) ?? []
  if (kind) return known(kind, message, error)
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return new WalletError('cancelled', `${step}: stopped`, '', { cause: error })
  if (isNetwork(name, message) || isUnread(error)) {
    return new WalletError('network', `${step}: ${message || 'no answer'}`, detail(message), { cause: error })
  }
  return (
    fromScatter(error, step) ?? new WalletError('unknown', `${step}: ${message}`, detail(message), { cause: error })
  )
}

/** An error of a kind that has its own sentence: that sentence, and what the library said beyond it. */
function known(kind: WalletErrorKind, message: string, cause: unknown): WalletError {
  const sentence =
    Object.values(SENTENCES).find((sentence) => message.startsWith(sentence)) ?? OWN[kind] ?? message.trim()
  const beyond = message.startsWith(sentence) ? rest(message.slice(sentence.length)) : message
  return new WalletError(kind, sentence, detail(beyond), { cause })
}

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
