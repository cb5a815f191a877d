import { type Claim, createCell, gatewayNow } from '@fieldhouse/chain-data'
import { keepPacks, keptBasket, type Order as PackOrder } from '@fieldhouse/chain-data/purchase'
import {
  isClaimed,
  isMade,
  isUnderway,
  noteRecord,
  recordsOf,
  type Subject,
  subscribeToRecords,
  type TransactionRecord,
  tellRecord,
} from '@fieldhouse/chain-data/records'
import type { Language } from '@fieldhouse/contract'
import { useSyncExternalStore } from 'react'
import type { Problem } from './problem'

/** What somebody pressed the button for. */
export interface Purchase extends Omit<PackOrder, 'refused' | 'signal'> {
  /** A partner's code; empty for none. */
  partnerCode: string
  /** The most that may be charged without asking again, 10^-8 WAX (see `agreedFor`). */
  agreed: bigint
  /** The price in dollars as it was read; empty for one that is not in dollars. */
  usd: string
  language: Language
}

/** What a drop's slip holds besides the records: a press that has no record yet, and why there is none. */
export interface Order {
  /** @param account who pressed */
  press: { name: 'ready' } | (Busy & { account: string }) | { name: 'failed'; problem: Problem; account: string }
  /** The quantity as it is written. */
  written: string
  /** What was pressed for last; null for nothing. */
  purchase: Purchase | null
}

/** A purchase's record. */
export type PurchaseRecord = TransactionRecord & { subject: Extract<Subject, { kind: 'purchase' }> }

/** A purchase that is under way. */
export interface Busy {
  name: 'busy'
  /** `sending` what was signed, `lookup` of what may have been sent before. */
  step: 'preparing' | 'wallet' | 'sending' | 'lookup'
  /** What is being paid, 10^-8 WAX, whatever the median does meanwhile; null while it is only checked again. */
  deposit: bigint | null
  /** When the step began, by the gateway's clock. */
  since: number
  /** Null until the wallet has signed. */
  record: PurchaseRecord | null
}

/** Where a purchase stands. */
export type Phase =
  | { name: 'ready' }
  | Busy
  | { name: 'failed'; problem: Problem }
  | { name: 'done'; record: PurchaseRecord }

const READY = { name: 'ready' } as const

/** By the drop's id. They belong to the document and to no page: a purchase goes on when its page is left. */
const orders = new Map<string, Order>()
/** The records that this document has seen under way or not yet reported, by their ids; false for those whose end was read. */
const shown = new Map<string, boolean>()
/** Counts the changes of orders. */
const changes = createCell(0)
const notify = (): void => changes.set(changes.get() + 1)

export function orderOf(dropId: string): Order {
  const known = orders.get(dropId)
  if (known) return known
  // The basket outlives the page.
  const order = { press: READY, written: keptBasket().packs[dropId] ?? '1', purchase: null }
  orders.set(dropId, order)
  return order
}

export function changeOrder(dropId: string, change: Partial<Order>): void {
  orders.set(dropId, { ...orderOf(dropId), ...change })
  if (change.written !== undefined) keepPacks(dropId, change.written)
  notify()
}

/** Notes what a press waits for. @param account who pressed */
export const press = (dropId: string, step: 'preparing' | 'wallet', deposit: bigint | null, account: string): void =>
  changeOrder(dropId, { press: { name: 'busy', step, deposit, since: gatewayNow(), record: null, account } })

/** How a press ended that has no record; null for one that has, or for none. */
export const endPress = (dropId: string, problem: Problem | null, account: string): void =>
  changeOrder(dropId, { press: problem ? { name: 'failed', problem, account } : READY })

const purchasesOf = (chainId: string, account: string): readonly PurchaseRecord[] =>
  recordsOf(chainId, account).filter((record): record is PurchaseRecord => record.subject.kind === 'purchase')

/**
 * The purchase of a drop that an account has under way, or whose end it has not read here; null for none. An end that was shown
 * before this page was loaded is not shown again.
 */
export function purchaseOf(chainId: string, account: string, dropId: string): PurchaseRecord | null {
  const purchases = purchasesOf(chainId, account).filter(({ subject }) => subject.dropId === dropId)
  // A receipt stays until it is read, with the packs that are opened from it, whatever another tab buys meanwhile.
  const receipt = purchases.find((record) => isMade(record) && shown.get(record.id))
  if (receipt) return receipt
  for (const record of purchases) {
    const { id, isTold } = record
    if (!shown.has(id) && (isUnderway(record) || !isTold)) shown.set(id, true)
    if (shown.get(id)) return record
  }
  return null
}

/** Whether it is not known yet how a purchase of an account ends, of whatever drop. */
export const hasUnderway = (chainId: string, account: string): boolean => purchasesOf(chainId, account).some(isUnderway)

/** The latest block by which the chain has a purchase of an account: one that is shown, or a new one of any drop. 0 for none. */
export const madeBy = (chainId: string, account: string, shown: PurchaseRecord | null): number =>
  purchasesOf(chainId, account)
    .filter((record) => record.state === 'seen' || (record.id === shown?.id && isMade(record)))
    .reduce((latest, { block }) => Math.max(latest, block), 0)

/** An account's claims; null for those of before a purchase that the chain has: what the account has now is not known yet. */
export const claimsOf = (chainId: string, account: string, claims: readonly Claim[] | null): readonly Claim[] | null =>
  claims &&
  purchasesOf(chainId, account).every(
    ({ state, subject, signed }) => state !== 'seen' || isClaimed(claims, subject, signed?.transactionId ?? ''),
  )
    ? claims
    : null

/** Whether a purchase of an account was undone, and nobody knows yet how it ends, or it is the last one and did not come about. */
export const hasUndone = (chainId: string, account: string): boolean =>
  purchasesOf(chainId, account).some((record, index) => record.isUndone && (isUnderway(record) || index === 0))

/** An account's purchases that were refused. */
export const refusedOf = (chainId: string, account: string): readonly PurchaseRecord[] =>
  purchasesOf(chainId, account).filter(({ state }) => state === 'refused')

/** Notes which of them the account's claims have: a refusal is one node's word, and who believed it would pay twice. */
export function noteMade(chainId: string, account: string, claims: readonly Claim[] | null): void {
  for (const { id, subject, signed, isUndone } of refusedOf(chainId, account)) {
    // Of what was undone the gateway, and this page, may have the row still.
    if (isUndone || !isClaimed(claims ?? [], subject, signed?.transactionId ?? '')) continue
    // The slip goes on showing the one that was bought in its place: a toast tells this one.
    if (!hasUnderway(chainId, account)) shown.set(id, true)
    noteRecord(id, { name: 'rows', has: true, head: 0, irreversible: null, areProof: false }, gatewayNow())
  }
}

/** Its end is shown, or that it was undone: no toast and no other page shows it again, and what was bought leaves the basket. */
export function showEnd(record: PurchaseRecord): void {
  if (isMade(record)) keepPacks(record.subject.dropId, '')
  tellRecord(record.id)
}

/** Its end was read, wherever it was shown first: the slip that is opened next is another purchase's, with a basket of its own. */
export function readEnd(record: PurchaseRecord): void {
  const { id, subject } = record
  shown.set(id, false)
  if (isMade(record)) {
    const { press, ...order } = orderOf(subject.dropId)
    orders.set(subject.dropId, { ...order, press: press.name === 'failed' ? READY : press, written: '1' })
  }
  notify()
}

/**
 * Whether an account's purchase waits for its wallet, or for the gateway to take what was signed; null for neither. What the
 * gateway has goes on by itself.
 */
export function unsentOf(chainId: string, account: string): 'wallet' | 'sending' | null {
  for (const { press } of orders.values()) if (press.name === 'busy' && press.step === 'wallet') return 'wallet'
  const isSending = recordsOf(chainId, account).some(
    ({ state, location }) => (state === 'signed' || state === 'sent') && location === '',
  )
  return isSending ? 'sending' : null
}

/** Forgets them all, as a page does that is loaded anew. */
export function clearOrders(): void {
  orders.clear()
  shown.clear()
  notify()
}

/** Calls the listener when an order or a record changes. Returns how to stop. */
export function subscribeToOrders(listener: () => void): () => void {
  const stops = [changes.subscribe(listener), subscribeToRecords(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The order of a drop and the account's purchase of it, as they change. */
export function useOrder(chainId: string, account: string, dropId: string): Order & { record: PurchaseRecord | null } {
  const order = useSyncExternalStore(subscribeToOrders, () => orderOf(dropId))
  const record = useSyncExternalStore(subscribeToOrders, () => purchaseOf(chainId, account, dropId))
  return { ...order, record }
}
