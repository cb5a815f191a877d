import s from './CardRental.module.css'
import { LEASE, SHOWN } from './lease'

const NIGHTS = Array.from({ length: SHOWN.nights }, (_, index) => SHOWN.first + index)
const from = (LEASE.first - SHOWN.first) * 54 + 3
const to = from + LEASE.nights * 54 - 8

/** Nights of a season, those of the lease filled and held by a bracket. The heading above says it. */
export function Nights() {
  return (
    <svg className={s.nights} viewBox="0 0 758 150" aria-hidden="true">
      {NIGHTS.map((night, index) => {
        const isLent = night >= LEASE.first && night < LEASE.first + LEASE.nights
        return (
          <g key={night} className={isLent ? s.lent : ''}>
            <path d={`M${index * 54 + 3} 40h46v70h-46Z`} />
            <text className="fh-label" x={index * 54 + 26} y={84} fontSize={26} textAnchor="middle">
              {night}
            </text>
          </g>
        )
      })}
      <path className={s.bracket} d={`M${from} 30V12H${to}V30M${from} 120v18M${to} 120v18`} />
    </svg>
  )
}
