import { RENTAL } from '../../facts'
import s from './CardRental.module.css'

/** Hundredths of a WAX in 10^-8 WAX. */
const HUNDREDTH = 1_000_000n

const CERTAIN_BPS = 10_000n

/** A lease, in 10^-8 WAX: what the borrower pays, the house's part, rounded down, and what the owner gets. */
interface Bill {
  rent: bigint
  fee: bigint
  owner: bigint
}

export function billOf(nights: number, perNight: bigint): Bill {
  const rent = perNight * BigInt(nights)
  const fee = (rent * BigInt(RENTAL.feeBps)) / CERTAIN_BPS
  return { rent, fee, owner: rent - fee }
}

/** The lease that the page reads aloud: four nights of a season, at 6.00 WAX each. */
export const LEASE = { first: 16, nights: 4, perNight: 600n * HUNDREDTH, borrower: 'kestrel.wam' } as const

/** The nights around it that are drawn. */
const SHOWN = { first: 12, nights: 14 } as const

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
