import { cardTexts } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { EVERYTHING } from '../cards/finding'
import beam from './Beam.module.css'
import { CardLink } from './CardLink'
import { findOn } from './finding'
import s from './Many.module.css'
import { texts } from './texts'

/** How many hang at most, one over the other: the last hook leads to all. */
const MOST = 9

interface ManyProps extends EditionCards {
  cards: readonly OwnCard[]
}

/** More cards than the beam has hooks: they overlap, the first in the same place as on its hook. */
export function Many({ look, deck, cards }: ManyProps) {
  const { t, language } = useTexts(texts)
  const { t: words } = useTexts(cardTexts)
  const seeAll = () => {
    findOn(look.edition, { ...EVERYTHING, tier: 5 })
    document.getElementById('wall')?.scrollIntoView()
  }
  return (
    <ul className={`${beam.hang} ${s.many}`}>
      {cards.slice(0, MOST).map((card, place) => (
        <li key={card.id} className={s.card} style={{ zIndex: MOST - place }}>
          <CardLink card={card} deck={deck} edition={look.edition} />
        </li>
      ))}
      <li className={s.all}>
        <button type="button" onClick={seeAll}>
          {t('seeAll')} <b>{formatNumber(cards.length, language)}</b> <i>{t('raftersAll', { tier: words('tier5') })}</i>
        </button>
      </li>
    </ul>
  )
}
