import { useDrops, useMedianPrice } from '@fieldhouse/chain-data'
import { useRoot } from '@fieldhouse/edition-kit'
import { DropPanel } from '../drops/DropPanel'
import { usePurchase } from '../purchase/BuyButton'
import type { SaleProps } from '../purchase/use-slip'
import { showDrops } from './show-drops'

export type PackSaleProps = Omit<SaleProps, 'drops'>

/** What an edition sells, as the chain has it, and where it is bought. */
export function PackSale({ look, pages, bought }: PackSaleProps) {
  const { page, settings } = useRoot()
  const drops = useDrops(look.edition)
  const median = useMedianPrice()
  const { buy, pending, dialog } = usePurchase(drops, { look, pages, bought })
  return (
    <>
      <DropPanel
        look={look}
        pages={pages}
        drops={drops && showDrops(drops, median, page.language, settings.dropTexts)}
        pending={pending}
        onBuy={buy}
      />
      {dialog}
    </>
  )
}
