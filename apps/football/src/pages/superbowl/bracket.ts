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
