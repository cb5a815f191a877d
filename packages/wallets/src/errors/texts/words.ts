import type { WalletErrorKind } from '../wallet-error'

/** What happened, and what to do. */
export interface Words {
  title: string
  text: string
}

/** The "no" of a contract or a node that people meet and can do something about. */
export type Assertion =
  | 'priceMoved'
  | 'soldOut'
  | 'fewLeft'
  | 'notStarted'
  | 'ended'
  | 'limit'
  | 'invited'
  | 'balance'
  | 'partner'
  | 'authority'
  | 'noAccount'

/** What a transaction can use up, and `time` when the chain was too busy for it. */
export type Resource = 'cpu' | 'net' | 'ram' | 'time'

/** All that `explain` says in one language; `{}` is where the number of an assertion goes, or the node's own text. */
export interface Explanations {
  kinds: Record<WalletErrorKind, Words>
  resources: Record<Resource, Words>
  offerExpired: Words
  assertions: Record<Assertion, Words>
}
