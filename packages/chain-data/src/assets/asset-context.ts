import { chosenAssetEndpoint } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'

/** AtomicAssets API of WAX mainnet. */
export const MAINNET_ASSET_ENDPOINT = 'https://wax.api.atomicassets.io/atomicassets/v1'
/** AtomicAssets API of the WAX testnet. */
export const TESTNET_ASSET_ENDPOINT = 'https://test.wax.api.atomicassets.io/atomicassets/v1'

/** Names that count as mainnet: the misspelled one is the specification's (section 9). */
const MAINNET_NAMES: readonly string[] = ['mainet', 'mainnet']

/** What of the network decides; any name, because the setting may be misspelled. */
export type AssetNetwork = Pick<NetworkSettings, 'assetEndpoint'> & { name: string }

/**
 * The asset endpoint of a network (specification, sections 3 and 9): the mainnet one for `mainet` or `mainnet`, the
 * settings' own for `devchain`, otherwise the testnet one.
 */
export const networkAssetEndpoint = ({ name, assetEndpoint }: AssetNetwork): string => {
  if (MAINNET_NAMES.includes(name)) return MAINNET_ASSET_ENDPOINT
  return name === 'devchain' && assetEndpoint !== '' ? assetEndpoint : TESTNET_ASSET_ENDPOINT
}

/** The shared context of the specification's section 3: one for all roots of a page. */
export interface AssetContext {
  endpoint: string
  setEndpoint: (address: string) => void
}

/**
 * Chooses another endpoint for the whole page; an empty one goes back to the network's.
 *
 * @throws RangeError for what is no web address
 */
export const setAssetEndpoint = (address: string): void => {
  if (address !== '' && !/^https?:\/\/[^/\s]+/.test(address)) {
    throw new RangeError(`choosing an asset endpoint: ${JSON.stringify(address)} is no web address; write https://…`)
  }
  chosenAssetEndpoint.set(address.replace(/\/+$/, ''))
}

/** The context as it is now. */
export const assetContext = (network: AssetNetwork): AssetContext => ({
  endpoint: chosenAssetEndpoint.get() || networkAssetEndpoint(network),
  setEndpoint: setAssetEndpoint,
})

/** Calls the listener when another endpoint is chosen. Answers how to stop. */
export const subscribeToAssetContext = (listener: () => void): (() => void) => chosenAssetEndpoint.subscribe(listener)
