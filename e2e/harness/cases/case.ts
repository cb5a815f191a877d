// What can happen to a transaction after the wallet was asked, what the chain has of it then, and what is told. The walk in
// e2e/tests/purchase-cases.test.ts takes a browser through all of it; docs/purchases.md shows it to people.

/** Whether it came about: the chain has it; may still get it; or never gets it. */
export type Truth = 'has' | 'may' | 'never'

/** What the gateway answers to a sending. A text after `refused` or `cpu` is the node's. */
export type Push =
  | 'executed'
  | 'duplicate'
  | 'lost'
  | 'unreachable'
  | 'not sent'
  | 'too many'
  | 'unknown'
  | 'proxy'
  | 'in line'
  | 'expired'
  | 'cpu'
  | `refused: ${string}`

/** How the gateway says that a push stands, at the address that it gave. */
export type Status =
  | 'queued'
  | 'held'
  | 'still'
  | 'sent'
  | 'landed'
  | 'landed, with its row'
  | "landed, with another's row"
  | 'expired'
  | 'left'
  | 'unknown'
  | 'forgotten'
  | 'too many'
  | `refused: ${string}`
  | `refused, of all that it sent: ${string}`

/**
 * What a read of the chain's rows answers. `burned`: the pack is gone, and the index does not know it yet. `given away`: somebody
 * else has the pack.
 */
export type Rows =
  | 'has'
  | 'lacks'
  | 'cut'
  | 'too many'
  | 'failing'
  | 'unreachable'
  | 'unreadable'
  | 'burned'
  | 'given away'
  | 'by another'

/** Where the irreversible chain is: before the expiration, past it, past the block that has it; or the nodes do not say. */
export type Irreversible = 'before' | 'past' | 'final' | 'untold' | 'unreachable'

/** How a page had left it in the browser's storage. */
export type Left =
  /** The wallet has it: one that tells its page alone, and Anchor. */
  | 'asked'
  | 'asked of Anchor'
  | 'asked of Anchor, too late'
  | 'signed'
  /** The page was gone before the answer to its sending. */
  | 'sent'
  /** It heard no answer, or none that says anything. */
  | 'unclear'
  /** It waits in the gateway's line. */
  | 'in line'
  | 'in line, after an unclear sending'
  | 'seen'
  | 'told'
  /** As an earlier host keeps it, in the three lists that it had. */
  | "an earlier host's asked"
  | "an earlier host's pending"
  | "an earlier host's bought"
  | "an earlier host's damaged"
  | 'damaged'
  /** A newer release's, in a shape that nobody here knows. */
  | "a newer release's"

/** What somebody does, or what befalls the page. */
export type Act =
  | 'bob logs in'
  | 'alice logs in'
  | 'another tab settles'
  | 'storage is full'
  | 'opens again'
  | 'Anchor signs'

export interface Step {
  chain: Truth
  act?: Act
  /** The answers to what is sent, one after the other; the last stands from then on. @default as before, and 'executed' at first */
  push?: Push[]
  /** The same of how a push stands. */
  status?: Status[]
  /** What one node's rows answer. @default as before, and 'lacks' at first */
  rows?: Rows
  /** What the rows of two nodes answer. @default as those of one */
  proof?: Rows
  /** @default as before, and 'before' at first */
  irreversible?: Irreversible
  /** So often at least was sent and looked before what is told counts, from the beginning of the case. */
  after?: { pushes?: number; looks?: number; statuses?: number }
  /** Where its record stands by then. */
  stored?: 'final'
  /** Each of these stands there. */
  told: string[]
}

export interface Case {
  /** What happens, in words. */
  happens: string
  left: Left
  /** How long after its expiration the page comes back, in milliseconds; below 0 before it. @default two minutes before */
  past?: number
  /** On which page it is told: where it was bought, opened or collected, or on any other. @default there */
  on?: 'any page'
  /** Two tabs show it. */
  tabs?: 2
  /** The page is loaded with it; without this it comes from another tab. */
  isLoaded?: true
  steps: Step[]
}

/** Cases that a page had left alike, each by what happens then. */
export const left =
  (as: Left, more: Omit<Case, 'happens' | 'left' | 'steps'> = {}) =>
  (then: Record<string, Step[]>): Case[] =>
    Object.entries(then).map(([happens, steps]) => ({ happens, left: as, steps, ...more }))

/** Minutes in milliseconds. */
export const MINUTE = 60_000
