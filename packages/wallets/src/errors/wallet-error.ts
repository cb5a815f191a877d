/** What kept a wallet from doing what it was asked; `explain` says each in a person's words. */
export type WalletErrorKind =
  | 'cancelled'
  | 'popup-blocked'
  | 'popup-closed'
  | 'logged-in-again'
  | 'refused'
  | 'identity'
  | 'timeout'
  | 'delivery'
  | 'provider-absent'
  | 'expired'
  | 'fee-declined'
  | 'invalid-callback'
  | 'invalid-flags'
  | 'no-modify'
  | 'cosign-identity'
  | 'unsupported-chain'
  | 'wrong-chain'
  | 'invalid-provider-response'
  | 'no-signature'
  | 'missing-storage'
  | 'not-logged-in'
  | 'resources'
  | 'chain'
  | 'unclear'
  | 'network'
  | 'unknown'

/** A sign-in or a transaction that did not come about. */
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
