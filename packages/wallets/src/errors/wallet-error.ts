import type { en } from './texts/en'

/** What kept a wallet from doing what it was asked; `explain` says each in a person's words. */
export type WalletErrorKind = keyof typeof en.kinds

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
