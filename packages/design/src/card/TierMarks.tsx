import type { Tier } from './tier'

const row = (from: number, to: number, top: number, bottom: number) =>
  Array.from({ length: to - from }, (_, index) => `M${24 + (from + index) * 15} ${top}V${bottom}`).join('')

export interface TierMarksProps {
  tier: Tier
  ink: string
  top: number
  bottom: number
}

/** The tier in marks, five of them: as many thick ones as the tier is high. */
export function TierMarks({ tier, ink, top, bottom }: TierMarksProps) {
  return (
    <g stroke={ink}>
      <path d={row(0, tier, top, bottom)} strokeWidth={7} />
      {tier < 5 && <path d={row(tier, 5, top, bottom)} strokeWidth={1.6} />}
    </g>
  )
}
