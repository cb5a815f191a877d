import { userSignal } from '@fieldhouse/chain-data'
import { pollUntilChanged } from '@fieldhouse/chain-data/polling'
import type { NetworkSettings } from '@fieldhouse/contract'
import type { Holding } from './holdings'
import { readHoldings } from './read-holdings'
import { beginRead, see } from './wall'

/**
 * Reads until something that a transaction brought is there: the index follows the chain some seconds behind.
 *
 * @returns the holdings, or null when they did not come in time
 */
export async function awaitOnWall(
  network: NetworkSettings,
  account: string,
  isThere: (holdings: readonly Holding[]) => boolean,
): Promise<readonly Holding[] | null> {
  let found: readonly Holding[] | null = null
  let place = 0
  await pollUntilChanged({
    read: async (signal) => {
      place = beginRead()
      const holdings = await readHoldings(network, account, signal)
      if (isThere(holdings)) found = holdings
      return found !== null
    },
    cached: false,
    signal: userSignal(account) ?? undefined,
  })
  if (found) see(network, account, found, place)
  return found
}
