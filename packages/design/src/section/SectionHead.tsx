import type { ReactNode } from 'react'
import type { Sport } from '../floor/Floor'
import s from './section.module.css'

export interface SectionHeadProps {
  /** Id of the heading, for `aria-labelledby`. */
  id: string
  sport: Sport
  /** Which section of the page: yards are counted in tens on a football field, quarters on a court. */
  index: number
  title: string
  /** One sentence beside the heading. */
  children?: ReactNode
}

/** A section's heading with its painted mark: `2|0` on the football floor, `Q|1` on the court. */
export function SectionHead({ id, sport, index, title, children }: SectionHeadProps) {
  const [before, after] = sport === 'football' ? [index + 1, 0] : ['Q', index]
  return (
    <div className={s.head}>
      <span className={s.mark} aria-hidden="true">
        {before}
        <i />
        {after}
      </span>
      <h2 id={id}>{title}</h2>
      {children && <p>{children}</p>}
    </div>
  )
}
