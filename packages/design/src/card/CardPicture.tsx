import { Card } from './Card'
import type { Deck } from './deck'
import { useCardLabel } from './use-card-label'

export interface CardPictureProps {
  deck: Deck
  templateId: number
  mint: number
}

/** A card with its words in the page's language. */
export function CardPicture({ deck, templateId, mint }: CardPictureProps) {
  const { tierName, label } = useCardLabel(deck)(templateId, mint)
  return <Card deck={deck} templateId={templateId} mint={mint} tierName={tierName} label={label} />
}
