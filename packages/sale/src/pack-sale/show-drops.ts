import { dropsLeft, type ListedDrop, percentLeft, usdCents, waxForListing } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import { formatDateTime, formatNumber, formatUsd, formatWax } from '@fieldhouse/i18n'
import type { ShownDrop } from '../drops/DropPanel'

/** What stands in the place of a figure that is not known. */
const UNKNOWN = '—'

/**
 * Formats drops as the gateway does in the slot (docs/edition-contract.md, "Lists the gateway knows"), so that the live
 * form says the same in the same place.
 *
 * @param median 10^-4 US dollars for one WAX; null leaves a dash for the price in WAX
 */
export function showDrops(drops: readonly ListedDrop[], median: bigint | null, language: Language): ShownDrop[] {
  return drops.map((drop) => ({
    variant: drop.state === 'live' && drop.most === 0n ? 'live-open' : drop.state,
    fields: {
      id: drop.id,
      name: drop.name,
      description: drop.description,
      ...priceFields(drop, median, language),
      ...stockFields(drop, language),
      ...timeFields('starts', drop.startsAt, language),
      ...timeFields('ends', drop.endsAt, language),
    },
  }))
}

function priceFields({ listing }: ListedDrop, median: bigint | null, language: Language) {
  if (!listing) return { usd: UNKNOWN, usdWhole: UNKNOWN, usdCents: '', wax: UNKNOWN }
  const { text, whole, cents } = formatUsd(usdCents(listing), language)
  const wax = median === null ? UNKNOWN : formatWax(waxForListing(listing, median), language)
  return { usd: text, usdWhole: whole, usdCents: cents, wax }
}

function stockFields(drop: ListedDrop, language: Language) {
  const left = dropsLeft(drop)
  if (left === null) return { left: '', total: '', percentLeft: '100' }
  return {
    left: formatNumber(left, language),
    total: formatNumber(drop.most, language),
    percentLeft: String(percentLeft(drop)),
  }
}

function timeFields<Edge extends 'starts' | 'ends'>(edge: Edge, time: number | null, language: Language) {
  const at = time === null ? '' : new Date(time).toISOString()
  const text = time === null ? '' : formatDateTime(time, language)
  return { [`${edge}At`]: at, [`${edge}Text`]: text } as Record<`${Edge}At` | `${Edge}Text`, string>
}
