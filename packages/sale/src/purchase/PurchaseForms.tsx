import type { ListedDrop } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { PurchaseForm } from './PurchaseForm'

export interface PurchaseFormsProps {
  drops: readonly ListedDrop[]
  look: EditionLook
  /** Where the drops have their pages, such as `/<edition>/drops`. */
  pages: string
  /** The drop whose form is open; empty for none. */
  dropId: string
  onClose: () => void
}

/** The form of the drop that is bought from a list. It stays, whatever becomes of its drop: a purchase goes on. */
export function PurchaseForms({ drops, dropId, ...props }: PurchaseFormsProps): ReactNode {
  const [last, setLast] = useState<ListedDrop>()
  const drop = drops.find(({ id }) => id === dropId) ?? (last?.id === dropId ? last : undefined)
  if (drop && drop !== last) setLast(drop)
  return drop && <PurchaseForm key={drop.id} drop={drop} drops={drops} open {...props} />
}
