import type { Subject } from '@fieldhouse/chain-data/records'

/** An action in the words of its contract: amounts as the chain's text ("1.00000000 WAX"), integers as string or number. */
export interface Action {
  account: string
  name: string
  /** Whose permission it needs. @default the logged-in user's */
  authorization?: { actor: string; permission: string }[]
  data: Record<string, unknown>
}

/** What `transact` is asked for. */
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
export interface SignedTransaction {
  /** Hex; empty where the browser cannot compute it. */
  transactionId: string
  /** The packed transaction, hex. */
  packed: string
  signatures: readonly string[]
  /** From then on it cannot land any more, epoch milliseconds by the chain's clock. */
  expiresAt: number
}

/** A transaction that is in the chain. */
export interface Landed {
  transactionId: string
  /** The number of the block from which on what it changed can be read; 0 when the chain did not say. */
  block: number
}
