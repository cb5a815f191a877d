import type { ReactNode } from 'react'
import type { TierPalette } from './deck'
import { round } from './geometry'
import type { Tier } from './tier'

const series = (count: number, path: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => path(index)).join('')

const PINSTRIPES = series(9, (index) => `M${30 + index * 30} 0V420`)
const DIAGONALS = series(18, (index) => `M${index * 44 - 420} 420L${index * 44} 0h22L${index * 44 - 398} 420Z`)
const RAYS = series(24, (index) => {
  const end = (angle: number) => `${round(150 + 460 * Math.cos(angle))} ${round(205 + 460 * Math.sin(angle))}`
  const angle = (index * Math.PI) / 12
  return `M150 205L${end(angle)}L${end(angle + 0.13)}Z`
})
const RINGS = series(35, (index) => {
  const r = 40 + index * 12
  return `M${150 - r} 0a${r} ${r} 0 0 0 ${2 * r} 0`
})

/** The pattern that tells the tier: form-tie holes in concrete, pinstripes, diagonals, rays, rings. */
export function Ground({ tier, colours }: { tier: Tier; colours: TierPalette }): ReactNode {
  const { pattern, frame, ink } = colours
  switch (tier) {
    case 1:
      return (
        <g stroke={frame} strokeOpacity={0.4} strokeLinecap="round">
          <path d="M40 60h0M260 60h0M40 300h0M260 300h0" strokeWidth={6} />
          <path d="M0 180H300" />
        </g>
      )
    case 2:
      return <path d={PINSTRIPES} stroke={pattern} strokeWidth={3} />
    case 3:
      return <path d={DIAGONALS} fill={pattern} />
    case 4:
      return <path d={RAYS} fill={pattern} />
    case 5:
      return <path d={RINGS} fill="none" stroke={ink} strokeOpacity={0.16} strokeWidth={2} />
  }
}
