import { useDrops, useMedianPrice, useUnreadSince } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { DropPanel } from '../drops/DropPanel'
import { usePurchase } from '../purchase/BuyButton'
import { showDrops } from './show-drops'

export interface PackSaleProps {
  /** That of the edition whose drops are shown. */
  look: EditionLook
  /** Where its drops have their pages, such as `/<edition>/drops`. */
  pages: string
}

/** What an edition sells, as the chain has it, and where it is bought. */
export function PackSale({ look, pages }: PackSaleProps) {
  const { page, settings } = useRoot()
  const drops = useDrops(look.edition)
  const median = useMedianPrice()
  const { buy, pending, dialog } = usePurchase(drops, look, pages)
  return (
    <>
      <DropPanel
        look={look}
        pages={pages}
        drops={drops && showDrops(drops, median, page.language, settings.dropTexts)}
        unreadSince={useUnreadSince('rowDrops')}
        unpricedSince={useUnreadSince('medianPrice')}
        pending={pending}
        onBuy={buy}
      />
      {dialog}
    </>
  )
}
