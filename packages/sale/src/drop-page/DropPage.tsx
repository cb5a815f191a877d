import { cardTexts, type EditionLook, Pack, TIERS } from '@fieldhouse/design'
import { itemMarks } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { dropMarks } from '../drops/fields'
import { stillTexts } from '../drops/still-texts'
import { texts as insideTexts } from '../inside/texts'
import s from './DropPage.module.css'

export interface DropPageProps {
  look: EditionLook
  /** The painted floor under it. */
  floor: ReactNode
  /** Where the sale is that lists the drop, such as `/<edition>#packs`. */
  sale: string
  /** The island with what is inside the packs. */
  inside: ReactNode
  /** The island with {@link DropSale}. */
  children: ReactNode
}

/** A drop's own page: its pack on the floor, its name with what it costs, the order slip at the edge, and what is inside. */
export function DropPage({ look, floor, sale, inside, children }: DropPageProps): ReactNode {
  const { t } = useTexts(stillTexts)
  const marks = dropMarks()
  const { id, name, description, descriptionLanguage, cards, least } = marks
  const { t: words } = useTexts(insideTexts)
  const { t: card } = useTexts(cardTexts)
  const odds = Object.values(itemMarks('oddsCommon', 'oddsUncommon', 'oddsRare', 'oddsEpic', 'oddsLegendary'))
  return (
    <>
      <article className={s.page} data-buys>
        {floor}
        <div className={s.pack}>
          <Pack look={look} name={name} paint="floor" art={marks} />
        </div>
        <header className={s.head}>
          <p className={s.way}>
            <a href={sale}>{t('title')}</a> <span>{t('drop', { id })}</span>
          </p>
          <h1>{name}</h1>
          <p className={s.description} lang={descriptionLanguage} data-row>
            {description}
          </p>
          {/* What is inside is drawn by a script; who has none reads it. */}
          <p className={s.contents} data-known={cards} data-least={least}>
            {t('cards', { cards })}{' '}
            {TIERS.map((tier) => (
              <span key={tier}>{words(tier > 1 ? 'least' : 'noLeast', { tier: card(`tier${tier}`) })}</span>
            ))}
          </p>
          <p className={s.contents} data-known={odds[0]}>
            {t('odds')} {TIERS.map((tier) => `${card(`tier${tier}`)} ${odds[tier - 1]}`).join(', ')}.
          </p>
          <noscript>
            <p className={s.missing}>{t('unread')}</p>
          </noscript>
        </header>
        <h2 className="fh-hidden">{t('order')}</h2>
        {children}
      </article>
      {inside}
    </>
  )
}
