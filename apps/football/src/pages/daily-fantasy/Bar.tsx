import type { ReactNode } from 'react'
import s from './OurSystem.module.css'

export interface BarProps {
  name: string
  value: number
  /** The longest bar's. */
  most: number
  /** How the value came about. */
  children: ReactNode
}

/** A side's points as a bar, from nought. */
export function Bar({ name, value, most, children }: BarProps) {
  return (
    <div className={s.bar}>
      <h3>{name}</h3>
      <b>{value}</b>
      <svg viewBox={`0 0 ${most} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 0H${value}V1H0Z`} />
      </svg>
      <p>{children}</p>
    </div>
  )
}
