import type { Language, SiteSettings, TableRows } from '@fieldhouse/contract'
import { formatDateTime, formatNumber, formatUsd } from '@fieldhouse/i18n/formats'
import { textOfRow } from '@fieldhouse/i18n/row-text'
import type { Item } from './fill.ts'

/** A row of the game's drops as the gateway reads it; 0 is none for limits and times, which are in seconds. */
export interface Drop {
  id: bigint
  edition: string
  name: string
  description: string
  contents: { cards?: unknown; least?: unknown }
  odds: Record<string, unknown>
  price: string
  settled: string
  most: bigint
  claimed: bigint
  start: bigint
  end: bigint
  isHidden: boolean
}

const STATES = ['live', 'soon', 'soldout', 'ended'] as const
type State = (typeof STATES)[number]

/** The drops of an answer. A row that cannot be read is left out. */
export const dropsOf = ({ rows }: TableRows): Drop[] =>
  rows.flatMap((row) => {
    try {
      return [readDrop(row)]
    } catch {
      return []
    }
  })

function readDrop(row: Record<string, unknown>): Drop {
  return {
    id: integer(row.drop_id),
    edition: text(row.edition),
    name: text(row.name),
    ...display(row.display_data),
    price: text(row.listing_price),
    settled: text(row.settlement_symbol),
    most: integer(row.max_claimable),
    claimed: integer(row.current_claimed),
    start: seconds(row.start_time),
    end: seconds(row.end_time),
    isHidden: flag(row.is_hidden),
  }
}

const UINT64_MAX = 0xffff_ffff_ffff_ffffn
/** The end of the year 9999, the last that a date is written for. */
const LAST_SECOND = 253_402_300_799n

/** A whole number of the chain, which comes as a string above 0xffffffff. */
function integer(value: unknown): bigint {
  if (value === undefined) return 0n
  if (!/^\d+$/.test(String(value)) || BigInt(value as string | number) > UINT64_MAX)
    throw new Error(`${value} is no whole number`)
  return BigInt(value as string | number)
}

function seconds(value: unknown): bigint {
  const read = integer(value)
  if (read > LAST_SECOND) throw new Error(`${value} is after the year 9999`)
  return read
}

function flag(value: unknown): boolean {
  if (value === undefined || value === 0 || value === false) return false
  if (value === 1 || value === true) return true
  throw new Error(`${value} is not 0 or 1`)
}

function text(value: unknown): string {
  if (value !== undefined && typeof value !== 'string') throw new Error(`${value} is no text`)
  return value ?? ''
}

/** Of a JSON text inside the row that anybody may have written. */
function display(written: unknown): Pick<Drop, 'description' | 'contents' | 'odds'> {
  try {
    const { description, contents, odds } = Object(JSON.parse(String(written)))
    return {
      description: typeof description === 'string' ? description : '',
      contents: Object(contents),
      odds: Object(odds),
    }
  } catch {
    return { description: '', contents: {}, odds: {} }
  }
}

/** The rows' names of the tiers, from the plainest. */
const TIERS = ['common', 'uncommon', 'rare', 'epic', 'legendary']

/** What a pack's wrapper is drawn by: the guaranteed tier, how many of at most 20 cards, and one of four prints. */
function artOf({ id, contents: { cards, least } }: Drop) {
  const isKnown = Number.isInteger(cards) && (cards as number) >= 1 && (cards as number) <= 20
  return {
    least: isKnown ? String(Math.max(TIERS.indexOf(String(least)), 0) + 1) : '',
    cards: isKnown ? String(cards) : '',
    print: String(id % 4n),
  }
}

/** How likely a card of each tier is; empty when the row does not say it, or says what does not add up. */
function chancesOf({ odds }: Drop, language: Language) {
  const shares = TIERS.map((tier) => odds[tier] as number)
  const isWhole =
    Object.keys(odds).length === TIERS.length && shares.every((share) => Number.isInteger(share) && share >= 0)
  const isSaid = isWhole && shares.reduce((sum, share) => sum + share, 0) === 10_000
  const percent = (share: number) =>
    language === 'es' ? `${String(share / 100).replace('.', ',')}\u00a0%` : `${share / 100}%`
  const field = (tier = '') => `odds${tier.slice(0, 1).toUpperCase()}${tier.slice(1)}`
  return Object.fromEntries(shares.map((share, index) => [field(TIERS[index]), isSaid ? percent(share) : '']))
}

/** The oracle's newest median, 10^-4 US dollars for one WAX; null when it is not known. A median of 0 is a seed. */
export function medianOf(rows: TableRows | undefined): bigint | null {
  const points = (rows?.rows ?? []).flatMap(({ median, timestamp }) => {
    try {
      return [{ median: integer(median), at: text(timestamp) }]
    } catch {
      return []
    }
  })
  let newest: (typeof points)[number] | undefined
  for (const point of points) if (point.median !== 0n && point.at && (!newest || point.at > newest.at)) newest = point
  return newest?.median ?? null
}

/**
 * What drops are listed by: the median, the language, now in seconds by the gateway's clock, whose sale is paused, and what the
 * settings have of descriptions.
 */
export interface Listing {
  median: bigint | null
  language: Language
  now: bigint
  paused?: TableRows['paused']
  texts?: SiteSettings['dropTexts']
}

/** Drops that are shown as items, in the order that holds everywhere; one that says so when there is none. */
export function dropItems(drops: readonly Drop[], listing: Listing): Item[] {
  const items = sorted(drops, listing.now).map((drop, index) => dropItem(drop, listing, index, index === 0))
  return items.length > 0 ? items : [{ variants: ['empty'], fields: {} }]
}

/**
 * Those of all editions that are on sale, and those that will be next.
 *
 * @param named what an edition is called, and where its drop is bought
 */
export function openDrops(
  drops: readonly Drop[],
  listing: Listing,
  named: (drop: Drop) => { edition: string; page: string },
): Item[] {
  const all = sorted(drops, listing.now)
  const inState = (state: State) => all.filter((drop) => stateOf(drop, listing.now) === state)
  const open = [...inState('live').slice(0, 3), ...inState('soon').slice(0, 2)]
  const items = dropItems(open, listing)
  for (const [index, drop] of open.entries()) Object.assign(items[index]?.fields ?? {}, named(drop))
  return items
}

export function dropItem(drop: Drop, listing: Listing, index: number, isLead: boolean): Item {
  const price = priceOf(drop, listing)
  const { kind, ...prices } = price
  const pause = Object.hasOwn(Object(listing.paused), drop.edition) ? listing.paused?.[drop.edition] : undefined
  const variants = variantsOf(drop, stateOf(drop, listing.now), kind, pause !== undefined)
  return {
    variants: isLead ? variants.flatMap((name) => [`${name}-lead`, name]) : variants,
    fields: {
      ...fieldsOf(drop, listing),
      ...artOf(drop),
      ...chancesOf(drop, listing.language),
      ...prices,
      pause: pause?.[listing.language] || pause?.en || '',
      index: String(index),
    },
  }
}

function stateOf({ start, end, most, claimed }: Drop, now: bigint): State {
  if (end !== 0n && end <= now) return 'ended'
  if (most !== 0n && claimed >= most) return 'soldout'
  return start > now ? 'soon' : 'live'
}

function sorted(drops: readonly Drop[], now: bigint): Drop[] {
  const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
  // One without an end is the last of the live ones.
  const never = 2n ** 64n
  const within: Record<State, (a: Drop, b: Drop) => number> = {
    live: (a, b) => compare(a.end || never, b.end || never),
    soon: (a, b) => compare(a.start, b.start),
    soldout: (a, b) => compare(b.start, a.start),
    ended: (a, b) => compare(b.end, a.end),
  }
  return drops
    .filter(({ isHidden }) => !isHidden)
    .sort((a, b) => {
      const state = stateOf(a, now)
      const order = STATES.indexOf(state) - STATES.indexOf(stateOf(b, now))
      return order || within[state](a, b) || compare(a.id, b.id)
    })
}

/** The partial's variants, with what each falls back to. What is over shows no price. */
function variantsOf({ most }: Drop, state: State, kind: PriceKind, isPaused: boolean): string[] {
  const priced = (names: string[]) =>
    kind === 'usd' || (state !== 'live' && state !== 'soon')
      ? names
      : [...names.map((name) => `${name}-${kind}`), ...names]
  const names = priced(state === 'live' && most === 0n ? ['live-open', 'live'] : [state])
  return isPaused && state === 'live' ? [...priced(['live-paused']), ...names] : names
}

function fieldsOf({ id, name, description, most, claimed, start, end }: Drop, { language, texts }: Listing) {
  const [said, descriptionLanguage] = textOfRow(description, language, texts)
  const left = most > claimed ? most - claimed : 0n
  const [startsAt, startsText] = timeOf(start, language)
  const [endsAt, endsText] = timeOf(end, language)
  return {
    id: String(id),
    name,
    description: said,
    descriptionLanguage,
    left: most === 0n ? '' : formatNumber(left, language),
    total: most === 0n ? '' : formatNumber(most, language),
    percentLeft: most === 0n ? '100' : String((left * 100n) / most),
    startsAt,
    endsAt,
    startsText,
    endsText,
  }
}

function timeOf(seconds: bigint, language: Language): [rfc3339: string, text: string] {
  if (seconds === 0n) return ['', '']
  const at = Number(seconds) * 1000
  return [new Date(at).toISOString().replace('.000Z', 'Z'), formatDateTime(at, language)]
}

/** What a drop is priced in; a partial's variants are apart by it. */
type PriceKind = 'usd' | 'wax' | 'free' | 'other'

/** The only symbol that a purchase is paid in, and WAX's decimals. */
const SETTLEMENT = '8,WAX'
const WAX_DECIMALS = 8

/** A listing of US dollars or WAX, of at most 24 digits. */
const PRICE = /^(?=[\d.]{1,25} )(\d+)(?:\.(\d*))? (USD|WAX)$/

/** A price for people, rounded up to hundredths; what is not known is a dash. */
export function priceOf(
  { price, settled }: Pick<Drop, 'price' | 'settled'>,
  { median, language }: Pick<Listing, 'median' | 'language'>,
) {
  const shown = {
    kind: 'other' as PriceKind,
    usd: '—',
    usdWhole: '—',
    usdCents: '',
    wax: '—',
    waxWhole: '—',
    waxCents: '',
  }
  const [, whole = '', fraction = '', symbol] = PRICE.exec(price) ?? []
  if (!symbol || whole.length + fraction.length > 24 || (settled !== SETTLEMENT && settled !== '')) return shown
  if (symbol === 'WAX' && fraction.length !== WAX_DECIMALS) return shown
  const units = BigInt(whole + fraction)
  const scale = 10n ** BigInt(fraction.length)
  const hundredths = divideUp(units * 100n, scale)
  if (symbol === 'WAX') Object.assign(shown, { kind: 'wax' }, inWax(hundredths, language))
  else {
    const { text, whole, cents } = formatUsd(hundredths, language)
    Object.assign(shown, { kind: 'usd', usd: text, usdWhole: whole, usdCents: cents })
    // Hundredths of WAX: dollars / (median / 10^4), times 100.
    if (median) Object.assign(shown, inWax(divideUp(units * 1_000_000n, scale * median), language))
  }
  return units === 0n ? { ...shown, kind: 'free' as const } : shown
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

function inWax(hundredths: bigint, language: Language) {
  const { text, whole, cents } = formatUsd(hundredths, language)
  return { wax: text, waxWhole: whole, waxCents: cents }
}
