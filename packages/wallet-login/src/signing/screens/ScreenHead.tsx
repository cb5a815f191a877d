import type { ReactNode } from 'react'
import s from '../SigningDialog.module.css'

interface ScreenHeadProps {
  id: string
  title: ReactNode
  /** What the title is about, read out with it. */
  children?: ReactNode
}

/** A screen's heading, which gets the focus when the screen comes, and its text. */
export function ScreenHead({ id, title, children }: ScreenHeadProps) {
  const text = `${id}-text`
  return (
    <>
      <h2 id={id} className={s.heading} tabIndex={-1} data-initial-focus aria-describedby={text}>
        {title}
      </h2>
      <div id={text} className={s.text}>
        {children}
      </div>
    </>
  )
}
