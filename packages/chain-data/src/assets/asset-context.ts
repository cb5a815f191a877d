import { chosenAssetEndpoint } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { useMemo, useSyncExternalStore } from 'react'

export type AssetNetwork = Pick<NetworkSettings, 'assetEndpoint'>

/**
 * The shared context of the specification's section 3, one for all roots of a page: where the network's asset index is.
 * The endpoint is the one of the settings, which the gateway chose by the network's name, `mainet` included
 * (plugins/site/settings). It is an address to name and to link to: what a page reads of assets it asks the gateway for
 * (see `fetchAssets`), which has endpoints of its own.
 */
export interface AssetContext {
  endpoint: string
  setEndpoint: (address: string) => void
}

/** Puts another endpoint into the page's context; an empty one goes back. @throws RangeError for what is no web address */
export const setAssetEndpoint = (address: string): void => {
  if (address !== '' && !/^https?:\/\/[^/\s]+/.test(address)) {
    throw new RangeError(`choosing an asset endpoint: ${JSON.stringify(address)} is no web address; write https://…`)
  }
  chosenAssetEndpoint.set(address.replace(/\/+$/, ''))
}

/** The shared asset context; the network's endpoint while prerendering and hydrating. */
export const useAssetContext = (network: AssetNetwork): AssetContext => {
  const endpoint = useSyncExternalStore(
    chosenAssetEndpoint.subscribe,
    () => chosenAssetEndpoint.get() || network.assetEndpoint,
    () => network.assetEndpoint,
  )
  return useMemo(() => ({ endpoint, setEndpoint: setAssetEndpoint }), [endpoint])
}
