import type { NetworkSettings } from '@fieldhouse/contract'
import { PACKS } from '@fieldhouse/holdings'
import { readIndex } from '../read-index'

/** A hundred burned packs are some sixty kilobytes; what is longer is no answer. */
const MAX_BYTES = 512 << 10

/** How many packs the gateway answers at most. */
const MOST = 100

/** Packs of one name that an account opened in one block. */
export interface OpenedPacks {
  /** The block and what was opened in it. */
  id: string
  edition: string
  dropId: string
  /** Null where the index does not say. */
  name: string | null
  /** Epoch milliseconds. */
  at: number
  count: bigint
}

/** What the asset index has of an account's openings. */
export interface Openings {
  opened: readonly OpenedPacks[]
  /** Earlier ones may be missing. */
  isCut: boolean
  /** How long ago the gateway learned it, milliseconds. */
  age: number
}

/**
 * Reads which packs an account opened last: a pack is opened by burning it.
 *
 * @throws DataError when nothing could be read
 */
export async function readOpenings(
  { collection }: NetworkSettings,
  account: string,
  signal: AbortSignal,
): Promise<Openings> {
  const query = { collection_name: collection, burner: account, schema_name: PACKS }
  const { rows, age } = await readIndex('/burned', query, { signal, limit: MAX_BYTES })
  const opened = new Map<string, OpenedPacks>()
  for (const row of rows) {
    const { burned_at_block, burned_at_time: at } = Object(row)
    const { sport, drop_id, name } = Object(Object(row).data)
    if (typeof at !== 'number' || Number.isNaN(new Date(at).getTime())) continue
    const pack = { edition: String(sport ?? ''), dropId: String(drop_id ?? ''), name: name ? String(name) : null }
    const id = JSON.stringify([burned_at_block, pack])
    opened.set(id, { ...pack, id, at, count: (opened.get(id)?.count ?? 0n) + 1n })
  }
  return { opened: [...opened.values()], isCut: rows.length >= MOST, age }
}
