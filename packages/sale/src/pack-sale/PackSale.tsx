import { useDrops, useMedianPrice, useUnreadSince } from '@fieldhouse/chain-data'
import type { EditionLook } from '@fieldhouse/design'
import { SectionHead } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { DropPanel } from '../drops/DropPanel'
import { usePurchase } from '../purchase/use-purchase'
import s from './PackSale.module.css'
import { showDrops } from './show-drops'
import { texts } from './texts'

export interface PackSaleProps {
  /** That of the edition whose drops are shown. */
  look: EditionLook
  /** Where its drops have their pages, such as `/<edition>/drops`. */
  pages: string
}

/** The section with what an edition sells, as the chain has it, and where it is bought. */
export function PackSale({ look, pages }: PackSaleProps) {
  const { t } = useTexts(texts)
  const { language } = useRoot().page
  const drops = useDrops(look.edition)
  const median = useMedianPrice()
  const { buy, pending, forms } = usePurchase(drops, look, pages)
  return (
    <section className={s.sale} aria-labelledby="packs">
      <SectionHead id="packs" look={look} index={1} title={t('title')}>
        {t('text')}
      </SectionHead>
      <DropPanel
        look={look}
        pages={pages}
        drops={drops && showDrops(drops, median, language)}
        unreadSince={useUnreadSince('rowDrops')}
        unpricedSince={useUnreadSince('medianPrice')}
        pending={pending}
        onBuy={buy}
      />
      {forms}
    </section>
  )
}
