import type { Storey } from '@fieldhouse/design'
import { basketballStorey } from '@fieldhouse/look-basketball'
import { footballStorey } from '@fieldhouse/look-football'

/** The looks' floors of the building, from the ground up. */
export const STOREYS: readonly [Storey, ...Storey[]] = [footballStorey, basketballStorey]

/** By which key texts count the floors: the front page is drawn for so many. */
const COUNTS = ['one', 'two', 'three', 'four'] as const

/** How many floors there are, as the key of a text. @throws Error where there is no text for so many */
export function countOf({ length }: readonly Storey[]): (typeof COUNTS)[number] {
  const count = COUNTS[length - 1]
  if (!count) throw new Error(`counting the floors of the building: there are ${length}, want 1 to ${COUNTS.length}`)
  return count
}
