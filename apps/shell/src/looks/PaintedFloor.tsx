import type { Look } from '@fieldhouse/contract'
import type { FloorProps } from '@fieldhouse/design'
import { BasketballFloor } from '@fieldhouse/look-basketball'
import { FootballFloor } from '@fieldhouse/look-football'
import type { ComponentType } from 'react'
import type { looks } from './looks'

const FLOORS: Record<(typeof looks)[number], ComponentType<FloorProps>> & Record<Look, ComponentType<FloorProps>> = {
  default: FootballFloor,
  football: FootballFloor,
  basketball: BasketballFloor,
}

/** The floor of a look. */
export function PaintedFloor({ look }: { look: Look }) {
  const Painted = FLOORS[look] ?? FLOORS.default
  return <Painted />
}
