import { dropsLeft, hundredths, isByMedian, type ListedDrop, percentLeft, waxForListing } from '@fieldhouse/chain-data'
import type { Language, SiteSettings } from '@fieldhouse/contract'
import { artOf } from '@fieldhouse/design'
import { formatDateTime, formatNumber, formatUsd, formatWax } from '@fieldhouse/i18n'
import { textOfRow } from '@fieldhouse/i18n/row-text'
import type { DropPrice, DropVariant, ShownDrop } from '../drops/fields'
import { pauseOf } from '../purchase/pause'

/** What stands in the place of an amount that is not known. */
const NO_AMOUNT = { text: '—', whole: '—', cents: '' }

/**
 * Formats drops as the gateway does in the slot (docs/edition-contract.md, "Lists the gateway knows"), so that the live
 * form says the same in the same place.
 *
 * @param median 10^-4 US dollars for one WAX; null leaves a dash for what a price in US dollars is in WAX
 * @param texts the settings' own of descriptions; without them a description is as its row has it
 */
export function showDrops(
  drops: readonly ListedDrop[],
  median: bigint | null,
  language: Language,
  texts?: SiteSettings['dropTexts'],
): ShownDrop[] {
  return drops.map((drop) => {
    const [description, descriptionLanguage] = textOfRow(drop.description, language, texts)
    const fields = {
      ...{ id: drop.id, name: drop.name, description, descriptionLanguage },
      ...priceFields(drop, median, language),
      ...stockFields(drop, language),
      ...timeFields('starts', drop.startsAt, language),
      ...timeFields('ends', drop.endsAt, language),
      ...artOf(drop),
      pause: pauseOf(drop, language)?.text ?? '',
    }
    return { variant: variantOf(drop), price: priceOf(drop), fields }
  })
}

const variantOf = ({ state, most, paused }: ListedDrop): DropVariant =>
  state !== 'live' ? state : paused ? 'live-paused' : most === 0n ? 'live-open' : state

export function priceOf({ listing }: Pick<ListedDrop, 'listing'>): DropPrice {
  if (!listing) return 'other'
  return listing.units === 0n ? 'free' : isByMedian(listing) ? 'usd' : 'wax'
}

function priceFields({ listing }: ListedDrop, median: bigint | null, language: Language) {
  const byMedian = listing && isByMedian(listing)
  const usd = byMedian ? formatUsd(hundredths(listing), language) : NO_AMOUNT
  const isKnown = listing && (median !== null || !byMedian)
  const wax = isKnown ? formatWax(waxForListing(listing, median ?? 0n), language) : NO_AMOUNT
  return {
    usd: usd.text,
    usdWhole: usd.whole,
    usdCents: usd.cents,
    wax: wax.text,
    waxWhole: wax.whole,
    waxCents: wax.cents,
  }
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
