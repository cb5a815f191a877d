export {
  type AssetContext,
  type AssetNetwork,
  assetContext,
  setAssetEndpoint,
  subscribeToAssetContext,
} from './asset-context'
export type { Attribute, Attributes } from './attributes'
export { type AssetQuery, type FetchedAssets, fetchAssets } from './fetch-assets'
export { type ChainAsset, type FormatOptions, formatAsset, formatAssets, IPFS_GATEWAY } from './format-asset'
export { type AssetFailure, logFailure } from './log-failure'
export { useAssetContext } from './use-asset-context'
