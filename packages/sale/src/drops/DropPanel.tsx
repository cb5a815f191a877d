import { useUnreadSince } from '@fieldhouse/chain-data'
import { Slot, useHydrated } from '@fieldhouse/edition-kit'
import type { ReactNode } from 'react'
import { BuyButton } from '../purchase/BuyButton'
import { Drop, type DropProps } from './Drop'
import s from './DropPanel.module.css'
import type { ShownDrop } from './fields'
import { Empty } from './Parts'
import { useDropTexts } from './texts'
import { Unread } from './Unread'

export interface DropPanelProps extends Pick<DropProps, 'look' | 'pages'> {
  /** In the order of the list; null while they are not known. Read in the browser only. */
  drops: readonly ShownDrop[] | null
  /** The drop whose button was pressed, while what that opens is being fetched; empty for none. */
  pending?: string
  onBuy?: (id: string) => void
}

/**
 * The packs on sale: one ruled box. Before hydration the gateway's slot stands there, or skeletons where the slot is
 * empty; afterwards the live drops, each in a place of the same size. What cannot be read is said, and since when.
 */
export function DropPanel({ look, pages, drops, pending = '', onBuy }: DropPanelProps): ReactNode {
  const t = useDropTexts()
  const hydrated = useHydrated()
  const unreadSince = useUnreadSince('rowDrops')
  return (
    <section className={s.panel} aria-label={t('region')}>
      {/* It stands there before it speaks: what comes with its words is not said. */}
      <div role="status">{hydrated && <Unread isKnown={drops !== null} />}</div>
      <Slot name="drops" ready={drops !== null} className={s.list}>
        {drops && (
          <div className={s.list}>
            {drops.length === 0 && <NoDrops />}
            {drops.map((drop, index) => {
              const { id, name } = drop.fields
              return (
                <Drop
                  key={id}
                  {...drop}
                  {...{ look, pages }}
                  lead={index === 0}
                  ticking
                  button={<BuyButton {...{ id, name, onBuy }} isOutlined={index > 0} isBusy={id === pending} />}
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
