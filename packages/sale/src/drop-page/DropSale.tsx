import { type ListedDrop, useDrops, useMedianPrice, useUnreadSince } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import { useParameter, useRoot } from '@fieldhouse/edition-kit'
import { type ReactNode, useState } from 'react'
import { DropPanel } from '../drops/DropPanel'
import { showDrops } from '../pack-sale/show-drops'
import { usePurchase } from '../purchase/use-purchase'

/** The drop that the page's address names, as the chain has it, and where it is bought. One that leaves the list stays as it was. */
export function DropSale({ look }: { look: EditionLook }): ReactNode {
  const { language } = useRoot().page
  const id = useParameter('id')
  const drops = useDrops(look.edition)
  const median = useMedianPrice()
  const { buy, pending, forms } = usePurchase(drops)
  const found = drops?.find((drop) => drop.id === id)
  const [last, setLast] = useState<ListedDrop>()
  if (found && found !== last) setLast(found)
  return (
    <>
      <DropPanel
        own
        look={look}
        drops={last ? showDrops([last], median, language) : null}
        unreadSince={useUnreadSince('rowDrops')}
        unpricedSince={useUnreadSince('medianPrice')}
        pending={pending}
        onBuy={buy}
      />
      {forms}
    </>
  )
}
