import type { NetworkSettings } from '@fieldhouse/contract'
import { traitsOf } from '@fieldhouse/design'
import { type EditionCards, holdingOf, type OwnCard } from '@fieldhouse/holdings'
import { readIndex } from '../read-index'

/** An answer with one asset is some kilobytes; what is longer is none. */
const MAX_BYTES = 256 << 10

/** A card that anybody can look at. */
export interface ShownCard extends OwnCard {
  owner: string
  schema: string
  /** When it was minted, epoch milliseconds; null when the index does not say. */
  mintedAt: number | null
  /** When it last came to another account, epoch milliseconds; null when the index does not say. */
  movedAt: number | null
}

/**
 * Reads a card of an edition by its asset's id; null when there is none: it was burned, or is no card of the edition.
 *
 * @throws DataError when nothing could be read, TypeError when the answer is no list
 */
export async function readCard(
  network: NetworkSettings,
  { look, deck }: EditionCards,
  id: string,
  signal: AbortSignal,
): Promise<ShownCard | null> {
  const query = { collection_name: network.collection, asset_id: id }
  const { rows } = await readIndex('', query, { signal, limit: MAX_BYTES })
  const [row] = rows
  const holding = holdingOf(row)
  const { owner, minted_at_time, transferred_at_time } = Object(row)
  if (!holding || holding.pack || holding.edition !== look.edition || typeof owner !== 'string') return null
  const { edition, templateId, mint } = holding
  return {
    id,
    templateId,
    mint,
    traits: traitsOf(deck, templateId),
    owner,
    schema: edition,
    mintedAt: momentOf(minted_at_time),
    movedAt: momentOf(transferred_at_time),
  }
}

function momentOf(written: unknown): number | null {
  const time = Number(written)
  return time > 0 && !Number.isNaN(new Date(time).getTime()) ? time : null
}

/** Whether a text can be an asset's id. */
export const isAssetId = (text: string): boolean => /^[1-9]\d{0,19}$/.test(text) && BigInt(text) < 2n ** 64n
