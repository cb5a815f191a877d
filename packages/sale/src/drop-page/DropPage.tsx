import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { dropMarks } from '../drops/fields'
import s from './DropPage.module.css'
import { texts } from './texts'

export interface DropPageProps {
  /** The painted floor under it. */
  floor: ReactNode
  /** Where the sale is that lists the drop, such as `/<edition>#packs`. */
  sale: string
  /** The island with {@link DropSale}. */
  children: ReactNode
}

/** A drop's own page: its name on the floor with what never changes, and beside it what it costs and how many are left. */
export function DropPage({ floor, sale, children }: DropPageProps): ReactNode {
  const { t } = useTexts(texts)
  const { id, name, description, startsAt, startsText, endsAt, endsText, total } = dropMarks()
  return (
    <article className={s.page}>
      {floor}
      <div className={s.inside}>
        <header className={s.facts}>
          <p className={s.way}>
            <a href={sale}>{t('sale')}</a> <span>{t('drop', { id })}</span>
          </p>
          <h1>{name}</h1>
          <p className={s.description}>{description}</p>
          {/* What the drop does not have is left out by the sheet. */}
          <dl>
            <div>
              <dt>{t('opens')}</dt>
              <dd>
                <time dateTime={startsAt}>{startsText}</time>
              </dd>
            </div>
            <div>
              <dt>{t('closes')}</dt>
              <dd>
                <time dateTime={endsAt}>{endsText}</time>
              </dd>
            </div>
            <div>
              <dt>{t('packs')}</dt>
              <dd>
                <span>{total}</span>
              </dd>
            </div>
          </dl>
        </header>
        <div className={s.sale}>{children}</div>
      </div>
    </article>
  )
}
