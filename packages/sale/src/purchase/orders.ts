import { gatewayNow } from '@fieldhouse/chain-data'
import { boughtBy, keepPacks, keptBasket, type Purchased, subscribeToBought } from '@fieldhouse/chain-data/purchase'
import { useSyncExternalStore } from 'react'
import type { Step } from './buy-packs'
import type { Problem } from './problem'

/** Where a purchase stands. */
export type Phase =
  | { name: 'ready' }
  /**
   * @param deposit what is being paid, 10^-8 WAX: it stands, whatever the median does meanwhile; null for a mere look
   * @param since when the step began, by the gateway's clock
   */
  | { name: 'busy'; step: Step | 'settling'; deposit: bigint | null; since: number }
  | { name: 'failed'; problem: Problem }
  | { name: 'done'; bought: Purchased }

/** What a drop's form holds. */
export interface Order {
  phase: Phase
  /** The quantity as it is written. */
  written: string
}

const READY: Phase = { name: 'ready' }

/** By the drop's id. They belong to the document and to no page: a purchase goes on when its page is left. */
const orders = new Map<string, Order>()
/** Since when this tab knows what was bought of a drop, by the gateway's clock. */
const knownSince = new Map<string, number>()
const listeners = new Set<() => void>()

export function orderOf(dropId: string): Order {
  const known = orders.get(dropId)
  if (known) return known
  // The basket outlives the page.
  const order = { phase: READY, written: keptBasket().packs[dropId] ?? '1' }
  orders.set(dropId, order)
  knownSince.set(dropId, gatewayNow())
  return order
}

export function changeOrder(dropId: string, change: Partial<Order>): void {
  orders.set(dropId, { ...orderOf(dropId), ...change })
  if (change.written !== undefined) keepPacks(dropId, change.written)
  tell()
}

/** The basket has become what was bought. */
export function finishOrder(bought: Purchased): void {
  knownSince.set(bought.dropId, gatewayNow())
  orders.set(bought.dropId, { phase: { name: 'done', bought }, written: '1' })
  tell()
}

/** What another tab has bought of a drop since this one knows of it; undefined for nothing. */
export const boughtElsewhere = (dropId: string, buyer: string): Purchased | undefined =>
  boughtBy(buyer).find((bought) => bought.dropId === dropId && bought.at > (knownSince.get(dropId) ?? 0))

/** Shows in the forms of this tab what another one buys, until it is stopped. */
export function followOtherTabs(buyer: string): () => void {
  return subscribeToBought(() => {
    for (const [dropId, { phase }] of [...orders]) {
      const bought = phase.name === 'busy' ? undefined : boughtElsewhere(dropId, buyer)
      if (bought) finishOrder(bought)
    }
  })
}

/** Whether a wallet is being asked, or what it signed is on its way. */
export const isAsking = (): 'wallet' | 'sending' | null => {
  for (const { phase } of orders.values()) {
    if (phase.name === 'busy' && (phase.step === 'wallet' || phase.step === 'sending')) return phase.step
  }
  return null
}

/** Forgets them all, as a page does that is loaded anew. */
export function clearOrders(): void {
  orders.clear()
  knownSince.clear()
  tell()
}

function tell(): void {
  for (const listener of [...listeners]) listener()
}

export function subscribeToOrders(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The order of a drop, as it changes. */
export const useOrder = (dropId: string): Order => useSyncExternalStore(subscribeToOrders, () => orderOf(dropId))
