import type { Look } from '@fieldhouse/contract'
import { BasketballFloor, FootballFloor } from '@fieldhouse/design'

/** The floor that a footer stands on. */
export function PaintedFloor({ look }: { look: Look }) {
  return look === 'basketball' ? <BasketballFloor /> : <FootballFloor />
}
