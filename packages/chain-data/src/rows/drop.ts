import { parseJson } from '@fieldhouse/contract/browser'
import { WAX_DECIMALS } from '../price'
import type { Drop, Listing } from '../store/app-data'
import { flag, integer, type Row, seconds, text } from './values'

export type DropState = 'live' | 'soon' | 'soldout' | 'ended'

/** Digits a token's amount can have, with room: bounds the arithmetic. */
const MAX_PRICE_DIGITS = 24

export const readDrop = (row: Row): Drop => ({
  id: integer(row, 'drop_id').toString(),
  edition: text(row, 'edition'),
  name: text(row, 'name'),
  ...readDisplay(row.display_data),
  listing: readListing(text(row, 'listing_price'), row.settlement_symbol),
  most: integer(row, 'max_claimable'),
  sold: integer(row, 'current_claimed'),
  accountLimit: integer(row, 'account_limit'),
  limitCooldown: seconds(row, 'account_limit_cooldown') ?? 0,
  needsClaim: flag(row, 'auth_required'),
  startsAt: seconds(row, 'start_time'),
  endsAt: seconds(row, 'end_time'),
  isHidden: flag(row, 'is_hidden'),
})

/** The one symbol that drops are paid in here, as a row names it: it need not. */
const SETTLEMENT = '8,WAX'

/** `24.99 USD` or `12.34560000 WAX`; null for another token, and for what is settled in another. */
const readListing = (price: string, settlement: unknown = SETTLEMENT): Listing | null => {
  const [, whole, fraction = '', token] = /^(\d+)(?:\.(\d+))? (USD|WAX)$/.exec(price) ?? []
  if (whole === undefined || whole.length + fraction.length > MAX_PRICE_DIGITS) return null
  if (settlement !== SETTLEMENT || (token === 'WAX' && fraction.length !== WAX_DECIMALS)) return null
  return { token: token as Listing['token'], units: BigInt(whole + fraction), decimals: fraction.length }
}

/** `display_data` is a JSON text that anybody may have written: what is not there is empty. */
const readDisplay = (data: unknown): Pick<Drop, 'description' | 'image' | 'odds' | 'contents'> => {
  const display = Object(parseJson(String(data)))
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    description: textOf(display.description),
    image: textOf(display.img),
    odds: Object(display.odds),
    contents: Object(display.contents),
  }
}

/**
 * The state of a drop at a moment of the gateway's clock. What has ended is over even when some were left, and what is
 * sold out is so even before its start.
 *
 * @param now epoch milliseconds
 */
export const dropState = (drop: Drop, now: number): DropState => {
  if (drop.endsAt !== null && drop.endsAt <= now) return 'ended'
  if (drop.most !== 0n && drop.sold >= drop.most) return 'soldout'
  return drop.startsAt !== null && drop.startsAt > now ? 'soon' : 'live'
}

/** How many are left; null without a limit. */
export const dropsLeft = ({ most, sold }: Drop): bigint | null => {
  if (most === 0n) return null
  return sold < most ? most - sold : 0n
}

/** How much is left, 0 to 100, rounded down; 100 without a limit. */
export const percentLeft = (drop: Drop): number => {
  const left = dropsLeft(drop)
  return left === null ? 100 : Number((left * 100n) / drop.most)
}

export type ListedDrop = Drop & { state: DropState }

const ORDER: readonly DropState[] = ['live', 'soon', 'soldout', 'ended']

/**
 * The drops of an edition in the order that holds everywhere (docs/edition-contract.md, "Lists the gateway knows"): live
 * by end time, then soon by start time, then sold out, then ended, newest first; ties by id. Hidden ones are left out.
 *
 * @param now the gateway's time, epoch milliseconds
 */
export const listDrops = (drops: readonly Drop[], edition: string, now: number): ListedDrop[] =>
  drops
    .filter((drop) => drop.edition === edition && !drop.isHidden)
    .map((drop) => ({ ...drop, state: dropState(drop, now) }))
    .sort(compare)

const compare = (a: ListedDrop, b: ListedDrop): number =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || place(a) - place(b) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** A drop's place among those of its state; finite, because two infinities have no difference. */
const place = ({ state, startsAt, endsAt }: Drop & { state: DropState }): number => {
  switch (state) {
    case 'live':
      return endsAt ?? Number.MAX_SAFE_INTEGER
    case 'soon':
      return startsAt ?? 0
    case 'soldout':
      return -(startsAt ?? 0)
    case 'ended':
      return -(endsAt ?? 0)
  }
}
