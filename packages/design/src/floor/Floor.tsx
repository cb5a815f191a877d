import type { ReactNode } from 'react'
import s from './Floor.module.css'

export interface FloorProps {
  /** With a play drawn on it, for a hero; without it the floor alone. */
  play?: boolean
}

/**
 * The frame of a floor seen from above: 1440 by 860, drawn wider on both sides, so that beyond 1440 px of window it goes
 * on painting outward. Lines in a row are one dashed line: its dashes are the lines' widths, its width their length.
 */
export function Floor({ children }: { children: ReactNode }) {
  return (
    <svg className={s.floor} viewBox="0 0 1440 860" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      {children}
    </svg>
  )
}

/** Class names of what is painted on a floor. */
export const floorStyles = s

/** The mark of a defender. */
export const cross = (x: number, y: number) => `M${x} ${y}l26 26m0-26l-26 26`
