import { useMemo, useSyncExternalStore } from 'react'
import {
  type AssetContext,
  type AssetNetwork,
  assetContext,
  setAssetEndpoint,
  subscribeToAssetContext,
} from './asset-context'

/** The shared asset context; the network's endpoint while prerendering and hydrating. */
export const useAssetContext = (network: AssetNetwork): AssetContext => {
  const endpoint = useSyncExternalStore(
    subscribeToAssetContext,
    () => assetContext(network).endpoint,
    () => network.assetEndpoint,
  )
  return useMemo(() => ({ endpoint, setEndpoint: setAssetEndpoint }), [endpoint])
}
