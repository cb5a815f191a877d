import type { ReactNode } from 'react'
import s from './MyCards.module.css'

export interface MyCardsPageProps {
  /** The island with {@link MyCards}, and the one with the foil. */
  children: ReactNode
}

/** The page of the user's cards: what is known of it at build is its size. */
export const MyCardsPage = ({ children }: MyCardsPageProps): ReactNode => (
  <article className={s.page}>{children}</article>
)
