import { useMedianPrice, useUnreadSince } from '@fieldhouse/chain-data'
import { atFirstSign } from '@fieldhouse/contract/browser'
import { Slot, useHydrated, useLater, useRoot } from '@fieldhouse/edition-kit'
import { type ReactNode, useEffect } from 'react'
import { useDropTexts } from '../drops/texts'
import { Unread } from '../drops/Unread'
import { showDrops } from '../pack-sale/show-drops'
import { useBuying } from '../purchase/BuyButton'
import { loadSlip } from '../purchase/load'
import type { SaleProps } from '../purchase/use-slip'
import s from './DropPage.module.css'
import { OwnDrop, Rate } from './OwnDrop'
import { useOwnDrop } from './use-own-drop'

/** Who only looks has what is live after so long, milliseconds. */
const AFTER = 4000

/** The drop that the page's address names, as the chain has it, and where it is bought. Its code comes with the first sign of a visitor, or after a while. */
export function DropSale({ look, pages, bought }: Omit<SaleProps, 'drops'>): ReactNode {
  const t = useDropTexts()
  const { language } = useRoot().page
  const hydrated = useHydrated()
  const { drops, drop } = useOwnDrop(look.edition)
  const median = useMedianPrice()
  const { module: early, show } = useBuying()
  const module = useLater(loadSlip, AFTER) ?? early
  const unreadSince = useUnreadSince('rowDrops')

  useEffect(() => atFirstSign(() => void loadSlip().then(show, () => {})), [show])

  const [shown] = drop ? showDrops([drop], median, language) : []
  return (
    <section className={s.parts} aria-label={t('region')}>
      <div className={s.unread} role="status">
        {hydrated && <Unread isKnown={drop !== undefined} />}
      </div>
      {/* What the gateway put there has all of it, so nothing is taken from who looks until what buys is there too. */}
      <Slot name="drop" ready={shown !== undefined && module !== undefined} className={s.parts}>
        {shown && drop && drops && module && (
          <OwnDrop {...shown} rate={<Rate />} ticking>
            <module.Slip frame={s.slip} drop={drop} drops={drops} look={look} pages={pages} bought={bought} />
          </OwnDrop>
        )}
      </Slot>
      {!(hydrated && ((shown && module) || unreadSince !== null)) && (
        <div className={`${s.slip} ${s.skeleton}`}>
          <span className="fh-hidden">{t('wait')}</span>
        </div>
      )}
    </section>
  )
}
