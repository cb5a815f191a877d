import type { ReactNode } from 'react'
import s from './System.module.css'

export interface BeatsProps {
  title: string
  /** The first is ahead; each with how its points came about. */
  sides: readonly { name: string; points: number; text: string }[]
}

/** What sides score beside each other: bars from nought. */
export function Beats({ title, sides }: BeatsProps): ReactNode {
  const most = Math.max(...sides.map(({ points }) => points))
  return (
    <section className={s.beats} aria-labelledby="beats">
      <h2 id="beats">{title}</h2>
      <div>
        {sides.map(({ name, points, text }) => (
          <div key={name} className={s.bar}>
            <h3>{name}</h3>
            <b>{points}</b>
            <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
              <path d={`M0 0H${points}V1H0Z`} />
            </svg>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
