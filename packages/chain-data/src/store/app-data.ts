/**
 * The shared app data, with the specification's own names (section 3). Null is not known yet: the state that was prerendered.
 *
 * Each name is written when the gateway answers its question, whoever asked: `partnersCodes`, `medianPrice`, `rowDrops`
 * and `PostsMedium` by the page's snapshot, the refresh and the client's calls; `availableDropsToClaim` and
 * `userWaxBalance` by the client's calls and the polling after a purchase, for the remembered user only, and by
 * `forgetUser`, which makes them null.
 */
export interface AppData {
  /** The user's claims: drops to collect, and purchases that were made (see `openClaims` and `claimedOf` of the client). */
  availableDropsToClaim: Claims | null
  /** Every partner, those included whose code does not count now. */
  partnersCodes: readonly Partner[] | null
  /** The user's balance in 10^-8 WAX; 0 for an account without a row. */
  userWaxBalance: bigint | null
  /** The oracle's newest median: 10^-4 US dollars for one WAX. */
  medianPrice: bigint | null
  /** Every edition's drops, hidden ones included, in the chain's order. */
  rowDrops: readonly Drop[] | null
  /** Posts of the blog, newest first. */
  PostsMedium: readonly Post[] | null
}

export type AppDataName = keyof AppData

/** A price as the chain writes it, `24.99 USD` or `12.34560000 WAX`: an integer of the smallest unit and its decimals. */
export interface Listing {
  token: 'USD' | 'WAX'
  units: bigint
  decimals: number
}

/** A pack on sale: a row of the game's drops. */
export interface Drop {
  /** Decimal digits of an unsigned 64-bit number. */
  id: string
  edition: string
  name: string
  description: string
  /** Address or IPFS hash as the row has it; empty for none. */
  image: string
  /** Chance of each tier in basis points, as the row has it: whoever shows it checks it. */
  odds: Readonly<Record<string, unknown>>
  /** What is in a pack, as the row has it: how many `cards`, and the tier that one of them has at `least`. */
  contents: Readonly<Record<string, unknown>>
  /** Null when the price is in another token or paid in one: it cannot be bought here. */
  listing: Listing | null
  /** How many are sold at most; 0 for no limit. */
  most: bigint
  sold: bigint
  /** How many one account may buy; 0 for no limit. */
  accountLimit: bigint
  /** The limit counts anew for an account that has bought nothing for this long, in milliseconds; 0 for never. */
  limitCooldown: number
  /** Only accounts with an open claim for the drop may buy. */
  needsClaim: boolean
  /** Epoch milliseconds; null for none. */
  startsAt: number | null
  endsAt: number | null
  isHidden: boolean
  /** The answer's member for a sale that its operator has paused, unchecked; undefined while it is not. */
  paused?: unknown
}

/** Whose code a buyer may name. */
export interface Partner {
  code: string
  account: string
  label: string
  /** The partner's share in basis points. */
  shareBps: number
  /** What the buyer saves in basis points. */
  discountBps: number
  uses: bigint
  isActive: boolean
  /** Epoch milliseconds; null for none. */
  startsAt: number | null
  endsAt: number | null
}

/** A drop to collect, or a purchase that was made. */
export interface Claim {
  id: string
  dropId: string
  claimer: string
  amount: bigint
  isClaimed: boolean
  reason: string
  partnerCode: string
  /** What was paid, as the chain writes it: `167.39530000 WAX`. */
  paid: string
  transactionId: string
  /** Epoch milliseconds. */
  createdAt: number | null
  /** Epoch milliseconds; null for never. */
  expiresAt: number | null
  /** When it was bought or collected, epoch milliseconds; null while it waits, and where the row does not say. */
  claimedAt: number | null
}

/** All claims of an account, or with `isCut` the oldest and the latest of them. */
export type Claims = readonly Claim[] & { readonly isCut?: boolean }

/** A post of the blog. */
export interface Post {
  title: string
  /** What its address on this site ends with; empty when the feed's answer has none. */
  slug: string
  /** Address of the post; empty for none. */
  link: string
  author: string
  /** Epoch milliseconds. */
  publishedAt: number | null
  /** Address of the picture; empty for none. */
  thumbnail: string
  /** Safe HTML: the gateway has cleaned it. Empty in a page's snapshot, but for the post that the page is about. */
  description: string
  /** As the description. */
  content: string
  /** Plain text; empty when the feed's answer has none. */
  excerpt: string
  /** Whole minutes; null when the feed's answer does not tell. */
  readingTime: number | null
  categories: readonly string[]
}
