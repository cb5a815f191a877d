import type { ReactNode } from 'react'
import { linkStyles } from '../link/styles'
import s from './Hero.module.css'

export interface HeroProps {
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
    <section className={s.hero}>
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
