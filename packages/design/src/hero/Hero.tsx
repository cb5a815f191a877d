import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Card } from '../card/Card'
import { type Deck, traitsOf } from '../card/deck'
import { TierPips } from '../card/TierMarks'
import { cardTexts } from '../card/texts'
import { linkStyles } from '../link/styles'
import { openingStyles } from '../section/Section'
import s from './Hero.module.css'

interface HeroProps {
  /** How many cards make a side. */
  side: number
  /** The painted floor under it all. */
  floor: ReactNode
  /** The cards on it. */
  cards: ReactNode
  /** 'Pick your': the number of the side follows, painted. */
  title: string
  text: string
  /** What moves the cards' foil with the pointer. */
  foil?: ReactNode
  action: { href: string; name: string }
  /** A second, quieter link. */
  children?: ReactNode
}

/** The first screen of an edition: the painted number of the side and the cards on its floor. */
export function Hero({ side, floor, cards, title, text, foil, action, children }: HeroProps) {
  return (
    <section className={`${openingStyles.field} ${s.hero}`}>
      {floor}
      {foil}
      <div className={s.inside}>
        <h1 className={s.title}>
          <span>{`${title} `}</span>
          <em>{side}</em>
        </h1>
        <div className={s.intro}>
          <p>{text}</p>
          <p className={s.links}>
            <a className={`${linkStyles.large} ${s.action}`} href={action.href}>
              {action.name}
            </a>
            {children}
          </p>
        </div>
        <div className={s.cards}>{cards}</div>
      </div>
    </section>
  )
}

interface CardRowProps {
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
