import type { ReactNode } from 'react'
import s from './Own.module.css'

export interface OwnProps {
  /** What is said to who is not logged in. */
  visitor: ReactNode
  /** The island with what is the user's: while nobody is logged in it is not displayed, and so its code is not fetched. */
  children: ReactNode
}

/** What is said where there is no script, and to nobody else. */
export const Unscripted = ({ children }: { children: ReactNode }): ReactNode => (
  <noscript>
    <p className={s.unscripted}>{children}</p>
  </noscript>
)

/**
 * What a page of somebody's own shows: which of the two is known before anything is painted (docs/edition-contract.md, "A
 * page"), so that neither takes the other's place before a visitor's eyes.
 */
export const Own = ({ visitor, children }: OwnProps): ReactNode => (
  <>
    <div className={s.visitor}>{visitor}</div>
    <div className={s.user}>{children}</div>
  </>
)
