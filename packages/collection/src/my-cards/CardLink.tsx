import { Card, type Deck } from '@fieldhouse/design'
import { memo } from 'react'
import type { OwnCard } from '../cards/holdings'
import { cardPath } from '../paths'
import { Turn } from './Turn'

export interface CardLinkProps extends Pick<OwnCard, 'id' | 'templateId' | 'mint'> {
  edition: string
  deck: Deck
  cut?: 'full' | 'small'
}

/** A card of the wall, which leads to its own page. Drawn once: the wall around it changes while it scrolls. */
export const CardLink = memo(function CardLink({ edition, id, ...card }: CardLinkProps) {
  return (
    <a href={cardPath(edition, id)}>
      <Card {...card} turn={Turn} />
    </a>
  )
})
