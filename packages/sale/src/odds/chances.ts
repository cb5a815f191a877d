import type { Drop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import { TIERS, type Tier, tierNamed } from '@fieldhouse/design'
import { formatNumber } from '@fieldhouse/i18n'
import { formatDecimal } from '@fieldhouse/i18n/decimals'

/** Certain, in basis points. */
export const CERTAIN = 10_000

/**
 * How likely a card of each tier is, in basis points, as a drop's row prints it; null when the row says nothing of it, or what
 * does not add up: then no table is made of it.
 */
export function oddsOf({ odds }: Pick<Drop, 'odds'>): Readonly<Record<Tier, number>> | null {
  const named = Object.entries(odds)
  const shares = Object.fromEntries(named.map(([name, bps]) => [tierNamed(name) ?? name, Number(bps)]))
  const sum = Object.values(shares).reduce((all, bps) => all + bps, 0)
  const isShare = (bps: unknown) => Number.isSafeInteger(bps) && (bps as number) >= 0
  const isWhole = named.every(([, bps]) => isShare(bps)) && TIERS.every((tier) => Object.hasOwn(shares, tier))
  return isWhole && named.length === TIERS.length && sum === CERTAIN ? (shares as Record<Tier, number>) : null
}

/** How many cards there are to one of the tier, on average: `143`, with a tenth below ten, `1.9`, and `—` where there is none. */
export function cardsForOne(bps: number, language: Language): string {
  if (bps === 0) return '—'
  const tenths = Math.round((CERTAIN * 10) / bps)
  if (tenths >= 100) return formatNumber(Math.round(CERTAIN / bps), language)
  return formatDecimal(tenths / 10, language)
}
