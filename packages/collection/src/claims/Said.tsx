import type { ReactNode } from 'react'
import s from './Claims.module.css'

/** What stands in the place of tickets. */
export function Said({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className={`${s.window} ${s.said}`}>
      <h2>{title}</h2>
      <p role="status">{text}</p>
      {children}
    </section>
  )
}
