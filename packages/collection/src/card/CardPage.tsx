import { openingStyles } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import s from './Card.module.css'

export interface CardPageProps {
  /** The painted floor under it. */
  floor: ReactNode
  /** The island with {@link CardView}, and the one with the foil. */
  children: ReactNode
}

/** The page of one card: its address says which, in its query. */
export const CardPage = ({ floor, children }: CardPageProps): ReactNode => (
  <article className={`${openingStyles.field} ${s.page}`}>
    {floor}
    {children}
  </article>
)
