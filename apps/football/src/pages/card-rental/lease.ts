import { RENTAL } from '../../facts'

/** Hundredths of a WAX in 10^-8 WAX. */
const HUNDREDTH = 1_000_000n

const CERTAIN_BPS = 10_000n

/** A lease, in 10^-8 WAX: what the borrower pays, the house's part, rounded down, and what the owner gets. */
export interface Bill {
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
export const SHOWN = { first: 12, nights: 14 } as const
