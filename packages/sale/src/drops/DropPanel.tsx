import type { EditionLook } from '@fieldhouse/design'
import { Slot, useHydrated } from '@fieldhouse/edition-kit'
import type { ReactNode } from 'react'
import { Drop } from './Drop'
import s from './DropPanel.module.css'
import type { ShownDrop } from './fields'
import { Empty } from './Parts'
import { useDropTexts } from './texts'
import { Unread } from './Unread'

export interface DropPanelProps {
  look: EditionLook
  /** Where the drops have their pages, such as `/<edition>/drops`. */
  pages?: string | undefined
  /** In the order of the list; null while they are not known. Read in the browser only. */
  drops: readonly ShownDrop[] | null
  /** Since when the drops cannot be read, epoch milliseconds; null while they can. @default null */
  unreadSince?: number | null
  /** Since when the median cannot. @default null */
  unpricedSince?: number | null
  /** The drop whose press is being answered; empty for none. */
  pending?: string
  /** Called with a drop's id when its button is pressed. */
  onBuy?: (id: string) => void
}

/**
 * The packs on sale: one ruled box. Before hydration the gateway's slot stands there, or skeletons where the slot is
 * empty; afterwards the live drops, each in a place of the same size. What cannot be read is said, and since when.
 */
export function DropPanel({
  look,
  pages,
  drops,
  unreadSince = null,
  unpricedSince = null,
  pending = '',
  onBuy,
}: DropPanelProps): ReactNode {
  const t = useDropTexts()
  const hydrated = useHydrated()
  return (
    <section className={s.panel} aria-label={t('region')}>
      {/* It stands there before it speaks: what comes with its words is not said. */}
      <div role="status">
        {hydrated && <Unread isKnown={drops !== null} unreadSince={unreadSince} unpricedSince={unpricedSince} />}
      </div>
      <Slot name="drops" ready={drops !== null} className={s.list}>
        {drops && (
          <div className={s.list}>
            {drops.length === 0 && <NoDrops />}
            {drops.map((drop, index) => {
              const { id } = drop.fields
              return (
                <Drop
                  key={id}
                  {...drop}
                  {...{ look, pages, onBuy }}
                  lead={index === 0}
                  ticking
                  isBusy={id === pending}
                />
              )
            })}
          </div>
        )}
      </Slot>
      {!(hydrated && (drops || unreadSince !== null)) && <Skeleton />}
    </section>
  )
}

/** What stands there when nothing is on sale. */
export const NoDrops = (): ReactNode => {
  const t = useDropTexts()
  return <Empty title={t('emptyTitle')} text={t('emptyText')} />
}

/** Empty cells and rules at the final size. */
function Skeleton() {
  const t = useDropTexts()
  return (
    <div className={`${s.list} ${s.skeleton}`}>
      {[0, 1, 2].map((place) => (
        <div key={place} className={s.place}>
          {place === 0 && <span className="fh-hidden">{t('wait')}</span>}
          <i />
          <div>
            <i />
            <i />
            <i />
          </div>
        </div>
      ))}
    </div>
  )
}
