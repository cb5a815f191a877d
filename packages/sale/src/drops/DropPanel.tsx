import type { EditionLook } from '@fieldhouse/design'
import { Slot, useHydrated, useRoot } from '@fieldhouse/edition-kit'
import { formatDateTime } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Drop } from './Drop'
import s from './DropPanel.module.css'
import type { ShownDrop } from './fields'
import { useDropTexts } from './texts'

export interface DropPanelProps {
  look: EditionLook
  /** Where the drops have their pages, such as `/<edition>/drops`. */
  pages?: string | undefined
  /** It is the page of the one drop, whose slot stands there. @default false */
  own?: boolean
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
  own = false,
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
        {hydrated && <Unread drops={drops} unreadSince={unreadSince} unpricedSince={unpricedSince} />}
      </div>
      <Slot name={own ? 'drop' : 'drops'} ready={drops !== null} className={s.list}>
        {drops && (
          <div className={s.list}>
            {drops.length === 0 && <NoDrops />}
            {drops.map((drop, index) => {
              const { id } = drop.fields
              return (
                <Drop
                  key={id}
                  {...drop}
                  {...{ look, pages, own, onBuy }}
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

const Empty = ({ title, text }: { title: string; text: string }) => (
  <div className={s.empty}>
    <h3>{title}</h3>
    <p>{text}</p>
  </div>
)

type UnreadProps = Pick<DropPanelProps, 'drops'> & Record<'unreadSince' | 'unpricedSince', number | null>

/** What is missing or old: in the place of the list, or in a line above it. */
function Unread({ drops, unreadSince, unpricedSince }: UnreadProps) {
  const t = useDropTexts()
  const { language } = useRoot().page
  const since = unreadSince ?? unpricedSince
  if (since === null) return null
  const time = formatDateTime(since, language)
  if (drops) {
    return (
      <p className={s.notice}>
        <i aria-hidden="true" />
        {t(unreadSince === null ? 'unpriced' : 'stale', { time })}
      </p>
    )
  }
  if (unreadSince === null) return null
  return (
    <div className={s.list}>
      <Empty title={t('missingTitle')} text={t('missingText', { time })} />
    </div>
  )
}

/** Empty cells and rules at the final size. */
function Skeleton() {
  const t = useDropTexts()
  return (
    <div className={`${s.list} ${s.skeleton}`}>
      {[0, 1, 2].map((place) => (
        <div key={place} className={s.place}>
          {place === 0 && (
            <>
              <span className="fh-hidden">{t('loading')}</span>
              <p className={s.unscripted}>{t('notRead')}</p>
            </>
          )}
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
