// What is kept of a transaction from the press on. It outlives the page: a reload, a tab that a phone dropped for the wallet's
// app, another release. Amounts and ids are decimal digits, because JSON has no integers of their size.

export type Subject =
  | { kind: 'purchase'; dropId: string; dropName: string; quantity: string /** 10^-8 WAX. */; deposit: string }
  /** @param after the highest id of an asset that the account had: what comes out of the pack has a higher one */
  | { kind: 'opening'; packId: string; packName: string; after: string }
  /** @param packs how many packs they bring */
  | { kind: 'claims'; claimIds: readonly string[]; packs: number }

/**
 * The state of a transaction. `asked`: the wallet has it. `signed`: the wallet has signed, and nothing has left the browser.
 * `sent`: it may be on its way. `seen`: the chain's rows have it. `final`: an irreversible block has it. `refused`: it cannot
 * land, because nothing of it was carried out. `absent`: the irreversible chain is past its expiration, without it.
 */
export type RecordState = 'asked' | 'signed' | 'sent' | 'seen' | 'final' | 'refused' | 'absent'

export interface SignedBytes {
  /** Hex. */
  transactionId: string
  /** The packed transaction, hex: sent again it is the same transaction. Empty once the record has ended. */
  packed: string
  signatures: readonly string[]
  /** After this it cannot land any more, by the chain's clock, epoch milliseconds. */
  expiresAt: number
}

/** A place among the pushes that the gateway has not sent yet. */
export interface Line {
  /** From 1; null while it is held around an opening. */
  place: number | null
  /** How many wait. */
  of: number
  /** About when it is sent, by the gateway's clock, epoch milliseconds; null while nobody knows. */
  sendsAt: number | null
  /** False while no node takes anything. */
  isMoving: boolean
  /** The largest place so far. */
  from: number
}

/** A shorter line is passed before a place in it can be read, in milliseconds. */
const SHORT_LINE = 2000

/** Whether the place in a line is worth showing. @param now the gateway's time, epoch milliseconds */
export const isLong = ({ place, sendsAt, isMoving }: Omit<Line, 'from'>, now: number): boolean =>
  place === null || !isMoving || (sendsAt !== null && sendsAt - now > SHORT_LINE)

/** Between two requests for a place in line, in milliseconds. */
const FIRST_PACE = 1000
const LAST_PACE = 10_000

/**
 * How long to wait before the next request for a place in line, in milliseconds: a tenth of what the line still takes. A
 * gateway at which many wait answers such requests at once instead of holding them.
 *
 * @param about when it is over, by the gateway's clock, epoch milliseconds; null while nobody knows
 * @param now the gateway's time
 */
export const paceInLine = (about: number | null, now: number): number =>
  Math.min(LAST_PACE, Math.max(FIRST_PACE, ((about ?? 0) - now) / 10))

/** Why it failed: a `WalletError`. */
export interface RecordProblem {
  kind: string
  message: string
  detail: string
}

export interface TransactionRecord {
  /** By chance. */
  id: string
  chainId: string
  account: string
  subject: Subject
  /** When the wallet was asked, by the gateway's clock, epoch milliseconds. */
  at: number
  state: RecordState
  /** The wallet's request, as an address where a later page can take the answer; empty where only this page gets it. */
  request: string
  signed: SignedBytes | null
  /** When it left the browser first, by the gateway's clock, epoch milliseconds; 0 before. */
  sentAt: number
  /** When it left the browser last, by any tab. */
  lastSentAt: number
  /** One sending has no answer yet. */
  isUnanswered: boolean
  /** What became of one sending is not known: from then on no refusal of another one proves anything. */
  isOpen: boolean
  /** Where the gateway has its status; empty where it has none. */
  location: string
  line: Line | null
  /** The chain's head when it was seen in the rows; 0 before. */
  block: number
  /** It was seen, and the block that had it was undone. */
  isUndone: boolean
  /** Why it failed; of one that is `sent`, why it is not sent again. */
  problem: RecordProblem | null
  /** Its end was shown to the visitor. */
  isTold: boolean
}

/** Whether nothing more happens to it. */
export const isEnded = ({ state }: TransactionRecord): boolean =>
  state === 'final' || state === 'refused' || state === 'absent'

/** Whether its end is not known yet. */
export const isUnderway = ({ state }: TransactionRecord): boolean =>
  state === 'asked' || state === 'signed' || state === 'sent'

/** Whether the chain's rows have it. */
export const isMade = ({ state }: TransactionRecord): boolean => state === 'seen' || state === 'final'
