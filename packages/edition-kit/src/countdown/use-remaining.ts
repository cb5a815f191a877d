import { useGatewayNow } from '@fieldhouse/chain-data'
import { SECOND } from './remaining'

/**
 * Milliseconds until a moment by the gateway's clock, at whole seconds; null before hydration, while prerendering and for
 * what is no time. The chain's clock decides when a sale starts, not the visitor's.
 *
 * @param target RFC 3339
 */
export function useRemaining(target: string): number | null {
  const now = useGatewayNow()
  const end = Date.parse(target)
  if (now === null || Number.isNaN(end)) return null
  return Math.max(0, Math.ceil((end - now) / SECOND) * SECOND)
}
