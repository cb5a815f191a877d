import type { ListedDrop } from '@fieldhouse/chain-data'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { PurchaseForm } from './PurchaseForm'

export interface PurchaseFormsProps {
  drops: readonly ListedDrop[]
  /** The drop whose form is open; empty for none. */
  dropId: string
  onClose: () => void
}

/**
 * The forms of all drops that were opened on this page. Each stays, closed or open, whatever becomes of its drop: a
 * purchase goes on, and the quantity is there when the form is opened again.
 */
export function PurchaseForms({ drops, dropId, onClose }: PurchaseFormsProps): ReactNode {
  const [opened, setOpened] = useState<readonly ListedDrop[]>([])
  const known = opened.map((last) => drops.find(({ id }) => id === last.id) ?? last)
  const fresh = drops.find(({ id }) => id === dropId)
  if (fresh && !opened.some(({ id }) => id === dropId)) known.push(fresh)
  if (known.length !== opened.length || known.some((drop, index) => drop !== opened[index])) setOpened(known)
  return known.map((drop) => <PurchaseForm key={drop.id} drop={drop} open={drop.id === dropId} onClose={onClose} />)
}
