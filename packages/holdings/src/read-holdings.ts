import { fetchAssets } from '@fieldhouse/chain-data/assets'
import type { NetworkSettings } from '@fieldhouse/contract'
import { type Holding, holdingOf } from './holdings'

/**
 * Reads what an account has.
 *
 * @throws what failed: what cannot be read now is no answer, the difference to an empty wall
 */
export async function readHoldings(
  network: NetworkSettings,
  account: string,
  signal?: AbortSignal,
): Promise<readonly Holding[]> {
  const { assets, failure } = await fetchAssets({
    collection: network.collection,
    owner: account,
    minted: true,
    signal,
  })
  if (failure) throw failure
  return assets.flatMap((asset) => holdingOf(asset) ?? [])
}
