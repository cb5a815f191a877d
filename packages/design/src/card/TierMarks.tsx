import s from './Card.module.css'
import type { Tier } from './tier'

const row = (from: number, to: number, top: number, bottom: number) =>
  Array.from({ length: to - from }, (_, index) => `M${24 + (from + index) * 15} ${top}V${bottom}`).join('')

/** The tier in marks, five of them: as many thick ones as the tier is high. */
export function TierMarks({ tier, ink, top, bottom }: { tier: Tier; ink: string; top: number; bottom: number }) {
  return (
    <g stroke={ink}>
      <path d={row(0, tier, top, bottom)} strokeWidth={7} />
      {tier < 5 && <path d={row(tier, 5, top, bottom)} strokeWidth={1.6} />}
    </g>
  )
}

/** A tier's marks as they stand on its cards, beside its name: readers skip them. */
export function TierPips({ tier }: { tier: Tier }) {
  return (
    <svg className={s.pips} viewBox="18 0 76 26" aria-hidden="true">
      <TierMarks tier={tier} ink="currentColor" top={0} bottom={26} />
    </svg>
  )
}
