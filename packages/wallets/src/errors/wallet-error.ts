import type { en } from './en'

/** Why a sign-in or a transaction failed; `explain` has each in a person's words. */
export type WalletErrorKind = keyof typeof en.kinds

/** A sign-in or a transaction that failed. */
export class WalletError extends Error {
  override name = 'WalletError'

  /** By its name: a page's first script and what it fetches later have a class each. */
  static override [Symbol.hasInstance](value: unknown): value is WalletError {
    return value instanceof Error && value.name === 'WalletError'
  }

  /**
   * @param kind - what happened, for code to tell apart
   * @param message - the same in English; section 8's own text where it has one
   * @param detail - what the wallet or the node said, if anything, as it said it
   */
  constructor(
    readonly kind: WalletErrorKind,
    message: string,
    readonly detail = '',
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * What the wallets' libraries and their specification call each failure (specification, section 8), word for word;
 * `signature` alone is ours, said in their way. They are the messages of our errors, and what an error of a library is known
 * by, and the first line that people read; `explain`'s words stand below.
 */
export const FAILURES = {
  cancelled: ['cancelled', 'User canceled request'],
  identity: ['identity', 'Unable to verify identity'],
  timeout: ['timeout', 'Wallet did not respond in time'],
  push: ['delivery', 'Unable to push message'],
  linkService: ['delivery', 'Unable to reach link service'],
  callback: ['invalid-callback', 'Invalid request callback'],
  flags: ['invalid-flags', 'Invalid request flags'],
  modify: ['no-modify', 'Request cannot be modified'],
  cosign: ['cosign-identity', 'Identity requests cannot be co-signed'],
  providerChain: ['unsupported-chain', 'Blockchain not supported by this resource provider'],
  providerResponse: ['invalid-provider-response', 'Invalid response from resource provider'],
  providerSignature: ['no-signature', 'No signature returned from resource provider'],
  signature: ['no-signature', 'No signature returned from the wallet'],
  fee: ['fee-declined', 'Fee required but sender opted out'],
  chain: ['unsupported-chain', 'Unsupported chain'],
  wrongChain: ['wrong-chain', 'Got response for wrong chain id'],
  storage: ['missing-storage', 'Unable to restore session with missing storage'],
  offer: ['expired', 'Offer expired'],
} as const satisfies Record<string, readonly [kind: WalletErrorKind, sentence: string]>

export type Failure = keyof typeof FAILURES

/** A failure that has a sentence of its own; `detail` is what is said beyond it. */
export function failure(name: Failure, detail = '', cause?: unknown): WalletError {
  const [kind, sentence] = FAILURES[name]
  return new WalletError(kind, sentence, detail, { cause })
}
