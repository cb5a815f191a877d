import type { Look } from '@fieldhouse/contract'
import { BasketballFloor } from '@fieldhouse/look-basketball'
import { FootballFloor } from '@fieldhouse/look-football'

/** The floor that a footer stands on. */
export function PaintedFloor({ look }: { look: Look }) {
  return look === 'basketball' ? <BasketballFloor /> : <FootballFloor />
}
