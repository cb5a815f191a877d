import { useSyncExternalStore } from 'react'
import type { Step } from './buy-packs'
import type { Problem } from './problem'

/** Where a purchase stands. */
export type Phase =
  | { name: 'ready' }
  /** @param deposit what is being paid, 10^-8 WAX: it stands, whatever the median does meanwhile; null for a mere look */
  | { name: 'busy'; step: Step; deposit: bigint | null }
  | { name: 'failed'; problem: Problem }
  | { name: 'done'; quantity: bigint; transactionId: string }

/** What a drop's form holds. */
export interface Order {
  phase: Phase
  /** The quantity as it is written. */
  written: string
}

const NEW: Order = { phase: { name: 'ready' }, written: '1' }

/** By the drop's id. They belong to the document and to no page: a purchase goes on when its page is left. */
const orders = new Map<string, Order>()
const listeners = new Set<() => void>()

export const orderOf = (dropId: string): Order => orders.get(dropId) ?? NEW

export function changeOrder(dropId: string, change: Partial<Order>): void {
  orders.set(dropId, { ...orderOf(dropId), ...change })
  for (const listener of listeners) listener()
}

/** Forgets them all. */
export function clearOrders(): void {
  orders.clear()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The order of a drop, as it changes. */
export const useOrder = (dropId: string): Order => useSyncExternalStore(subscribe, () => orderOf(dropId))
