import s from './Card.module.css'
import { OUTLINE, type Tier } from './tier'

interface CardOutlineProps {
  tier: Tier
  /** The place of a card that is being read; else that of one that is missing, dashed. @default false */
  isAwaited?: boolean
}

/** The empty place of a card, of its size and in the cut of its tier. What it means is said beside it. */
export function CardOutline({ tier, isAwaited = false }: CardOutlineProps) {
  return (
    <svg className={`${s.card} ${s.outline} ${isAwaited ? s.awaited : ''}`} viewBox="0 0 300 420" aria-hidden="true">
      <path d={OUTLINE[tier]} />
    </svg>
  )
}
