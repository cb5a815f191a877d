import { createShelf } from './shelf'

// What of purchases outlives the page: a reload, a tab that a phone dropped for the wallet's app, another release. Amounts and
// ids are decimal digits, because JSON has no integers of their size.

/** What is about to be bought, and the code that it is bought with. */
export interface Basket {
  /** How many packs, as it is written, by the drop's id. */
  packs: Readonly<Record<string, string>>
  /** The partner's code; empty for none. */
  partner: string
}

/** A purchase by its transaction. */
export interface Purchased {
  /** Hex. */
  transactionId: string
  buyer: string
  dropId: string
  dropName: string
  quantity: string
  /** 10^-8 WAX. */
  deposit: string
  /** When it was signed, by the gateway's clock, epoch milliseconds. */
  at: number
}

/** A purchase that was signed and whose outcome is not known yet: what is needed to find it out. */
export interface Pending extends Purchased {
  /** The signed bytes, hex: sent again they are the same transaction. */
  packed: string
  signatures: readonly string[]
  /** After this it cannot come about any more, epoch milliseconds. */
  expiresAt: number
}

/** A purchase that a wallet was asked for, and whose page does not know yet what the wallet made of it. */
export interface Asked extends Omit<Purchased, 'transactionId'> {
  /** What the wallet got, as an address, where its answer waits for whoever comes back; empty where it is told to the page alone. */
  request: string
}

/** At most so many drops, purchases under way and purchases made are kept: the newest. */
const MOST = { packs: 40, pending: 8, bought: 200 }

const isText = (value: unknown): value is string => typeof value === 'string'
const isDigits = (value: unknown): value is string => isText(value) && /^\d{1,40}$/.test(value)

const isOrdered = (value: unknown): value is Omit<Purchased, 'transactionId'> => {
  const { buyer, dropId, dropName, quantity, deposit, at } = Object(value)
  return [buyer, dropName].every(isText) && [dropId, quantity, deposit].every(isDigits) && Number.isFinite(at)
}
const isPurchased = (value: unknown): value is Purchased => isOrdered(value) && isText(Object(value).transactionId)
const isAsked = (value: unknown): value is Asked => isOrdered(value) && isText(Object(value).request)

const isPending = (value: unknown): value is Pending => {
  const { packed, signatures, expiresAt } = Object(value)
  const isSigned = isText(packed) && /^([\da-f]{2})+$/.test(packed) && Array.isArray(signatures)
  return isPurchased(value) && isSigned && signatures.every(isText) && Number.isFinite(expiresAt)
}

const listOf =
  <Item>(isItem: (value: unknown) => value is Item) =>
  (stored: unknown): readonly Item[] | null =>
    Array.isArray(stored) ? stored.filter(isItem) : null

const basket = createShelf<Basket>('fieldhouse.basket', { packs: {}, partner: '' }, (stored) => {
  const { packs, partner } = Object(stored)
  const written = Object.entries(Object(packs)).filter((entry): entry is [string, string] => isText(entry[1]))
  return { packs: Object.fromEntries(written), partner: isText(partner) ? partner : '' }
})
const asked = createShelf<readonly Asked[]>('fieldhouse.asked', [], listOf(isAsked))
const pending = createShelf<readonly Pending[]>('fieldhouse.pending', [], listOf(isPending))
const bought = createShelf<readonly Purchased[]>('fieldhouse.bought', [], listOf(isPurchased))

export const keptBasket = (): Basket => basket.read()

/** Keeps how many packs of a drop are wanted, as it is written; an empty text forgets them. */
export const keepPacks = (dropId: string, written: string): void =>
  basket.change(({ packs, partner }) => {
    const others = Object.entries(packs).filter(([id]) => id !== dropId)
    const all = written === '' ? others : [...others, [dropId, written] as const]
    return { packs: Object.fromEntries(all.slice(-MOST.packs)), partner }
  })

/** Keeps the code of the partner that a visitor came by; an empty one forgets it. */
export const keepPartner = (partner: string): void => basket.change(({ packs }) => ({ packs, partner }))

/** What a wallet was asked for as an account, last of all; null when its answer is known. */
export const askedOf = (buyer: string): Asked | null => asked.read().find((kept) => kept.buyer === buyer) ?? null

/** Keeps what a wallet is being asked for, in the place of what it was asked before: nobody takes that one's answer any more. */
export const keepAsked = (purchase: Asked): void =>
  asked.change((kept) => [purchase, ...kept.filter(({ buyer }) => buyer !== purchase.buyer)].slice(0, MOST.pending))

/** The wallet's answer is known, or of no interest any more. */
export const forgetAsked = (account: string): void =>
  asked.change((kept) => kept.filter(({ buyer }) => buyer !== account))

/** The purchases of an account whose outcome is not known yet. */
export const pendingOf = (buyer: string): readonly Pending[] => pending.read().filter((kept) => kept.buyer === buyer)

/** Keeps a purchase that was signed, before it is sent. */
export const keepPending = (purchase: Pending): void =>
  pending.change((kept) => [purchase, ...without(kept, purchase.transactionId)].slice(0, MOST.pending))

/** Its outcome is known: it is not under way any more. When it came about it is among what was bought, and its basket is empty. */
export const settlePending = (transactionId: string, made: Purchased | null): void => {
  if (made) {
    bought.change((kept) => [made, ...without(kept, transactionId)].slice(0, MOST.bought))
    keepPacks(made.dropId, '')
  }
  pending.change((kept) => without(kept, transactionId))
}

const without = <Item extends Purchased>(kept: readonly Item[], id: string) =>
  kept.filter(({ transactionId }) => transactionId !== id)

/**
 * What an account has bought with this browser, the newest first, whether the chain's rows of it are read by now or not: at
 * most 200 purchases.
 */
export const boughtBy = (buyer: string): readonly Purchased[] => bought.read().filter((kept) => kept.buyer === buyer)

/** Calls the listener when another tab has bought. Answers how to stop. */
export const subscribeToBought = (listener: () => void): (() => void) => bought.subscribe(listener)
