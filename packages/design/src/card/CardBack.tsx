import { useId } from 'react'
import { ROOF } from '../mark'
import s from './Card.module.css'
import { OUTLINE, type Tier } from './tier'

const LINES = [60, 120, 180, 240, 300, 360].map((y) => `M0 ${y}H300`).join('')

/** A card face down: what it is cannot be seen, but its cut tells the tier. What it means is said beside it. */
export function CardBack({ tier }: { tier: Tier }) {
  const id = useId()
  return (
    <svg className={`${s.card} ${s.back}`} viewBox="0 0 300 420" aria-hidden="true">
      <clipPath id={id}>
        <path d={OUTLINE[tier]} />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <path d={OUTLINE[tier]} strokeWidth={16} />
        <path d={LINES} strokeWidth={1} />
        <path transform="translate(62 128)scale(4)" d={ROOF} />
      </g>
    </svg>
  )
}
