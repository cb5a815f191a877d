import type { Look } from '@fieldhouse/contract'
import { STOREYS } from './storeys'

/** The floor of a look; `default` stands on the ground floor. */
export function PaintedFloor({ look }: { look: Look }) {
  const { Floor } = STOREYS.find((storey) => storey.look.edition === look) ?? STOREYS[0]
  return <Floor />
}
