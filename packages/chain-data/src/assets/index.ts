export * from './asset-context'
export { type AssetQuery, type FetchedAssets, fetchAssets } from './fetch-assets'
export type { Attribute, Attributes } from './format-asset'
export { type ChainAsset, type FormatOptions, formatAsset, formatAssets, IPFS_GATEWAY } from './format-asset'
