import type { NetworkSettings } from '@fieldhouse/contract'
import { readIndex } from '../read-index'

/** A hundred sales are some twenty kilobytes; what is longer is no answer. */
const MAX_BYTES = 128 << 10

/** How many the gateway answers at most. */
const MOST = 100

/** One copy of a card on the market. */
export interface Sale {
  id: string
  assetId: string
  mint: number
  /** What is asked or was paid, 10^-8 WAX. */
  price: bigint
  /** When it was listed or sold, epoch milliseconds. */
  at: number
}

/** What the market has of a card. Null is not known. */
export interface Market {
  /** The newest first. */
  sold: readonly Sale[] | null
  /** The cheapest first. */
  listed: readonly Sale[] | null
  /** More may be listed than are known. */
  isCut: boolean
}

/** Reads what copies of a card cost, and what was paid for some. What cannot be read is null. */
export async function readMarket(network: NetworkSettings, templateId: number, signal: AbortSignal): Promise<Market> {
  const read = (state: string) =>
    readSales(network, templateId, state, signal).catch(() => {
      signal.throwIfAborted()
      return null
    })
  const [sold, listed] = await Promise.all([read('sold'), read('listed')])
  return {
    sold: known(sold)?.toSorted((a, b) => b.at - a.at) ?? null,
    listed: known(listed)?.toSorted((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0)) ?? null,
    isCut: listed?.isFull ?? false,
  }
}

/** What is for other tokens takes the places of others in a full answer: that there is none for WAX, it does not say. */
const known = (read: Read | null): readonly Sale[] | undefined =>
  read && (read.sales.length > 0 || !read.isFull) ? read.sales : undefined

interface Read {
  /** Those for WAX. */
  sales: readonly Sale[]
  /** There may be more than were answered. */
  isFull: boolean
}

async function readSales(
  { collection }: NetworkSettings,
  templateId: number,
  state: string,
  signal: AbortSignal,
): Promise<Read> {
  const query = { collection_name: collection, template_id: String(templateId), state }
  const { rows } = await readIndex('/sales', query, { signal, limit: MAX_BYTES })
  const sales = rows.flatMap((row): Sale[] => {
    const { sale_id, asset_id, template_mint, amount, token_symbol, token_precision, updated_at_time } = Object(row)
    const isWax = token_symbol === 'WAX' && token_precision === 8 && /^\d{1,19}$/.test(amount)
    const at = new Date(updated_at_time).getTime()
    const mint = Number(template_mint)
    if (!isWax || at !== updated_at_time || !Number.isSafeInteger(mint)) return []
    return [
      {
        id: String(sale_id),
        assetId: String(asset_id),
        mint,
        price: BigInt(amount),
        at,
      },
    ]
  })
  return { sales, isFull: rows.length >= MOST }
}
