import type { SignedBytes, Subject } from '@fieldhouse/chain-data/records'
import type { Language, SiteSettings } from '@fieldhouse/contract'
import type { WalletError } from './errors/wallet-error'
import type { Signing } from './signing/signing'
import type { WalletName } from './wallets'

/** The logged-in user: the stored record (specification, section 3). */
export interface User {
  accountName: string
  /** The permission that signs; `active` for the Cloud Wallet. */
  requestPermission: string
  wallet: WalletName
}

/** What a wallet works with. */
export interface WalletContext {
  settings: SiteSettings
  /** This site's origin: every chain call goes through the gateway's `/v1/chain/*`. */
  nodeUrl: string
  language: () => Language
  /** `localStorage` behind a guard that never throws. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The signing dialogs, which Anchor uses. */
  signing: Signing
  fetch: typeof fetch
}

/** What became of a signed transaction: it waits in the gateway's line, it is in the chain, or it failed. */
export type Outcome = { waits: true } | { landed: Landed } | { error: WalletError }

/** A signed transaction that was not broadcast. */
export interface Signed {
  /** Packed, without compression. */
  serializedTransaction: Uint8Array
  /** `SIG_K1_...`, at least one. */
  signatures: string[]
  /** The visitor went on without the fee for which a resource provider would have covered the transaction. */
  isFeeDeclined?: boolean
  /** Called with the outcome, which the wallet's dialogs show: Success! or Transaction Error; while it waits they close. */
  onOutcome?: (outcome: Outcome) => void
}

/** What logs in with a wallet and signs. Whatever it rejects with, whoever calls makes a `WalletError` of it by `fromUnknown`. */
export interface Wallet {
  readonly name: WalletName
  /** Call it straight from a click: it opens a popup synchronously where the wallet needs one. */
  login(context: WalletContext): Promise<Omit<User, 'wallet'>>
  /**
   * Call it straight from a click. Signs and does not broadcast; `actions` is awaited after the popup is open.
   *
   * @param onAsked called with what the wallet is given, when {@link collect} can take the answer later
   */
  sign(
    context: WalletContext,
    user: User,
    actions: () => Promise<Action[]>,
    onAsked?: (request: string) => void,
  ): Promise<Signed>
  /**
   * Takes the answer to what an earlier page has asked, as soon as there is one, until the transaction has expired. Nobody
   * sees a dialog. Wallets that answer the page alone have no answer for another.
   *
   * @param signal ends the wait, and leaves the answer to who waits for it next
   */
  collect?(context: WalletContext, user: User, request: string, signal: AbortSignal): Promise<Signed>
  logout(context: WalletContext, user: User): Promise<void>
}

/** An action in the words of its contract: amounts as the chain's text ("1.00000000 WAX"), integers as string or number. */
export interface Action {
  account: string
  name: string
  /** Whose permission it needs. @default the logged-in user's */
  authorization?: { actor: string; permission: string }[]
  data: Record<string, unknown>
}

export interface TransactionRequest {
  /**
   * What it is for, asked for after the actions: a record of it is kept and followed to its end, on whatever page the user
   * is (`@fieldhouse/chain-data/records`). @default none: whoever asks keeps what is to be kept
   */
  subject?: () => Subject
  /** Asked for just before the request is built, so that a quote is fresh. */
  actions: () => Promise<Action[]>
  /**
   * Called with what the wallet is given, as an address, when its answer waits for whoever comes back with it
   * ({@link collect}).
   */
  onAsked?: (request: string) => void
  /** Called when the wallet has signed and the transaction is about to be sent: whoever keeps it can send the same one again. */
  onSigned?: (signed: SignedTransaction) => void
}

/** A transaction that its wallet has signed. */
export type SignedTransaction = SignedBytes

/** A transaction that is in the chain. */
export interface Landed {
  transactionId: string
  /** The number of the block from which on what it changed can be read; 0 when the chain did not say. */
  block: number
}

/** Whether it could name an account or a permission of the chain. */
export const isChainName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z1-5.]{1,13}$/.test(value)
