import type { ReactNode } from 'react'
import { foilHandlers } from '../card/foil'
import type { Sport } from '../floor/Floor'
import { linkStyles } from '../link/styles'
import { SIDE } from '../pack/side'
import s from './Hero.module.css'

export interface HeroProps {
  sport: Sport
  /** The painted floor under it all. */
  floor: ReactNode
  /** The cards on it. */
  lineup: ReactNode
  /** 'Pick your': the number of the side follows, painted. */
  title: string
  text: string
  action: { href: string; name: string }
  /** A second, quieter link. */
  children?: ReactNode
}

/** The first screen of an edition: the painted number of the side and the line-up on its floor. */
export function Hero({ sport, floor, lineup, title, text, action, children }: HeroProps) {
  return (
    <section className={s.hero} {...foilHandlers}>
      {floor}
      <div className={s.inside}>
        <h1 className={s.title}>
          <span>{`${title} `}</span>
          <em>{SIDE[sport]}</em>
        </h1>
        <div className={s.say}>
          <p>{text}</p>
          <p className={s.links}>
            <a className={`${linkStyles.large} ${s.action}`} href={action.href}>
              {action.name}
            </a>
            {children}
          </p>
        </div>
        <div className={s.cards}>{lineup}</div>
      </div>
    </section>
  )
}
