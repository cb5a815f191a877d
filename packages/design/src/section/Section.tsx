import type { ReactNode } from 'react'
import type { EditionLook } from '../look'
import s from './section.module.css'

/**
 * Class names of the first screen of an inner page: the floor, what the page says largest, and its first paragraph. How they
 * stand on it is each page's own: no two of them open alike.
 */
export const openingStyles = {
  field: `${s.field}`,
  opening: `${s.field} ${s.opening}`,
  title: `${s.title}`,
  text: `${s.text}`,
}

interface SectionProps extends SectionHeadProps {
  /** One sentence beside the heading. */
  text: string
}

/** A section of an inner page: its heading with the painted mark, and what stands below. */
export function Section({ children, text, ...head }: SectionProps): ReactNode {
  return (
    <section className={s.section} aria-labelledby={head.id}>
      <SectionHead {...head}>{text}</SectionHead>
      {children}
    </section>
  )
}

interface SectionHeadProps {
  /** Id of the heading, for `aria-labelledby`. */
  id: string
  look: EditionLook
  /** Which section of the page. */
  index: number
  title: string
  /** One sentence beside the heading. */
  children?: ReactNode
}

/** A section's heading with its painted mark. */
export function SectionHead({ id, look, index, title, children }: SectionHeadProps) {
  const [before, after] = look.sectionMark(index)
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
