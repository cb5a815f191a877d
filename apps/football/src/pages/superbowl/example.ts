import { FINALISTS } from '../../facts'

/**
 * Who meets whom in the first round, by place: the first the last, so that the first two can meet in the final alone. The
 * first half of the pairs stands on the left of the field.
 */
export function pairs(sides: number = FINALISTS): (readonly [number, number])[] {
  let order = [1]
  while (order.length < sides) {
    const size = order.length * 2
    order = order.flatMap((place) => [place, size + 1 - place])
  }
  return Array.from({ length: sides / 2 }, (_, index) => [order[2 * index] as number, order[2 * index + 1] as number])
}

/** A side of the example, by its place after the season. */
export type Finalist = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

interface Score {
  side: Finalist
  points: number
}

/** Two sides that met. */
export type Result = readonly [Score, Score]

/** What each scored in the first round, by its place. */
const FIRST: Readonly<Record<Finalist, number>> = { 1: 112, 2: 104, 3: 117, 4: 108, 5: 107, 6: 79, 7: 88, 8: 94 }

/** The first round of a season as it could go. */
export const QUARTERS = pairs().map((pair) =>
  pair.map((side) => ({ side, points: FIRST[side as Finalist] })),
) as unknown as Result[]

export const SEMIS: readonly Result[] = [
  [
    { side: 1, points: 97 },
    { side: 4, points: 110 },
  ],
  [
    { side: 2, points: 95 },
    { side: 3, points: 101 },
  ],
]

/** Who played the final on the board, the winner first. */
export const FINAL: readonly [Finalist, Finalist] = [4, 3]
