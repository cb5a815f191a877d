import type { DataError } from '@fieldhouse/chain-data'
import { fetchAssetRows, type RowQuery } from './fetch-rows'
import { type ChainAsset, type FormatOptions, formatAssets } from './format-asset'

export interface AssetQuery extends RowQuery, FormatOptions {}

export interface FetchedAssets {
  /** Newest first; empty when the fetch failed. */
  assets: readonly ChainAsset[]
  /** Why there are none, so that a page can say so; null when the fetch succeeded. */
  failure: DataError | null
}

/**
 * Fetches all assets of a collection, formatted. A failure is logged and gives an empty list, with the failure beside it.
 *
 * @throws only the signal's reason, when it is aborted
 */
export const fetchAssets = async (query: AssetQuery): Promise<FetchedAssets> => {
  const assets = new Map<ChainAsset['asset_id'], ChainAsset>()
  const failure = await fetchAssetRows(query, (rows) => {
    for (const asset of formatAssets(rows, query)) assets.set(asset.asset_id, asset)
  })
  return { assets: failure ? [] : [...assets.values()], failure }
}
