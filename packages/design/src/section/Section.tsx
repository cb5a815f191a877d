import type { ReactNode } from 'react'
import { SectionHead, type SectionHeadProps } from './SectionHead'
import s from './section.module.css'

export interface SectionProps extends SectionHeadProps {
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
