import { useTexts } from '@fieldhouse/i18n'
import { Card } from '../card/Card'
import type { Deck } from '../card/deck'
import { TierPips } from '../card/TierMarks'
import { cardTexts } from '../card/texts'
import { traitsOf } from '../card/traits'
import s from './CardRow.module.css'

export interface CardRowProps {
  deck: Deck
  /** Template ids from the rarest to the plainest, and the copy shown; the first one is the largest. */
  cards: readonly { templateId: number; mint: number }[]
}

/** The cards of a hero on one line, each with its tier. */
export function CardRow({ deck, cards }: CardRowProps) {
  const { t } = useTexts(cardTexts)
  return (
    <div className={s.row}>
      {cards.map(({ templateId, mint }, place) => {
        const { tier } = traitsOf(deck, templateId)
        return (
          <figure key={templateId} className={s.place}>
            <Card deck={deck} templateId={templateId} mint={mint} cut={place < 2 ? 'full' : 'small'} />
            <figcaption>
              <TierPips tier={tier} />
              <b>{t(`tier${tier}`)}</b>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}
