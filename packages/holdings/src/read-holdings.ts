import { fetchAssetRows } from '@fieldhouse/chain-data/assets'
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
  const holdings = new Map<string, Holding>()
  const failure = await fetchAssetRows({ collection: network.collection, owner: account, signal }, (rows) => {
    for (const row of rows) {
      const holding = holdingOf(row)
      if (holding) holdings.set(holding.id, holding)
    }
  })
  if (failure) throw failure
  return [...holdings.values()]
}
