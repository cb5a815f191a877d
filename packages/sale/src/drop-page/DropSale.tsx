import { type ListedDrop, useDrops, useMedianPrice, useUnreadSince } from '@fieldhouse/chain-data'
import { atFirstSign } from '@fieldhouse/contract/browser'
import { Slot, useHydrated, useLater, useParameter, useRoot } from '@fieldhouse/edition-kit'
import { type ReactNode, useEffect, useState } from 'react'
import { useDropTexts } from '../drops/texts'
import { Unread } from '../drops/Unread'
import { showDrops } from '../pack-sale/show-drops'
import { useBuying } from '../purchase/BuyButton'
import { loadSlip } from '../purchase/load'
import type { SaleProps } from '../purchase/use-slip'
import s from './DropPage.module.css'
import { OwnDrop, Rate } from './OwnDrop'

/** Who only looks has what is live after so long, milliseconds. */
const AFTER = 4000

/** The drop that the page's address names, as the chain has it, and where it is bought. Its code comes with the first sign of a visitor, or after a while. One that leaves the list stays as it was. */
export function DropSale({ look, pages, bought }: Omit<SaleProps, 'drops'>): ReactNode {
  const t = useDropTexts()
  const { language } = useRoot().page
  const id = useParameter('id')
  const hydrated = useHydrated()
  const drops = useDrops(look.edition)
  const median = useMedianPrice()
  const { module: early, show } = useBuying()
  const module = useLater(loadSlip, AFTER) ?? early
  const found = drops?.find((drop) => drop.id === id)
  const [last, setLast] = useState<ListedDrop>()
  if (found && found !== last) setLast(found)
  const unreadSince = useUnreadSince('rowDrops')

  useEffect(() => atFirstSign(() => void loadSlip().then(show, () => {})), [show])

  const [shown] = last ? showDrops([last], median, language) : []
  return (
    <section className={s.parts} aria-label={t('region')}>
      <div className={s.unread} role="status">
        {hydrated && <Unread isKnown={last !== undefined} />}
      </div>
      {/* What the gateway put there has all of it, so nothing is taken from who looks until what buys is there too. */}
      <Slot name="drop" ready={shown !== undefined && module !== undefined} className={s.parts}>
        {shown && last && drops && module && (
          <OwnDrop {...shown} rate={<Rate />} ticking>
            <module.Slip frame={s.slip} drop={last} drops={drops} look={look} pages={pages} bought={bought} />
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
