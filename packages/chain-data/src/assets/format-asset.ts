import { type Attributes, readAttributes, toNumber } from './attributes'

/** Where a picture is that an asset names by its IPFS hash. */
export const IPFS_GATEWAY = 'https://ipfs.io/ipfs/'

/** An asset with the specification's own field names (section 3, "Chain asset"). */
export interface ChainAsset {
  /** A string only when it is no safe integer, which no real one is. */
  asset_id: number | string
  owner: string
  /** Template id; null for an asset without a template. */
  template: number | string | null
  schema: string
  collection: string
  mutable_data: Attributes
  immutable_data: Attributes
  /** 0 for an asset without a template. */
  template_mint: number | string
  /** All data together, and who counts as its owner while it is staked. */
  data: Attributes & { readonly stake_owner: string }
}

export interface FormatOptions {
  /** Base address of the IPFS gateway, with its last slash. @default IPFS_GATEWAY */
  ipfs?: string
  /** `stake_owner` of the data. @default the asset's own, else its owner */
  stakeOwner?: string
}

/** An asset that lacks what every asset has: it is left out. */
export class UnreadableAsset extends Error {
  override readonly name = 'UnreadableAsset'
}

/**
 * Formats an asset of the asset index.
 *
 * @param asset an item of the index's `data`
 * @throws UnreadableAsset naming the field
 */
export const formatAsset = (asset: unknown, { ipfs = IPFS_GATEWAY, stakeOwner }: FormatOptions = {}): ChainAsset => {
  const { asset_id, owner, template, schema, collection, template_mint, ...rest } = Object(asset)
  const ownerName = text('owner', owner)
  const data = withPicture(readAttributes(rest.data), ipfs)
  return {
    asset_id: id('asset_id', asset_id),
    owner: ownerName,
    template: template == null ? null : id('template.template_id', template.template_id),
    schema: text('schema.schema_name', schema?.schema_name),
    collection: text('collection.collection_name', collection?.collection_name),
    mutable_data: withPicture(readAttributes(rest.mutable_data), ipfs),
    immutable_data: readAttributes(rest.immutable_data),
    template_mint: template_mint == null ? 0 : id('template_mint', template_mint),
    data: { ...data, stake_owner: stakeOwner ?? String(data.stake_owner || ownerName) },
  }
}

/** The assets that can be read; one that cannot hides no other. */
export const formatAssets = (assets: readonly unknown[], options?: FormatOptions): ChainAsset[] =>
  assets.flatMap((asset) => {
    try {
      return [formatAsset(asset, options)]
    } catch (error) {
      if (error instanceof UnreadableAsset) return []
      throw error
    }
  })

/** Puts the gateway's base before a picture's hash: once, and not before what is a web address already. */
const withPicture = (data: Attributes, ipfs: string): Attributes => {
  const { img } = data
  if (img === undefined || img === null || img === '' || /^https?:\/\//i.test(String(img))) return data
  return { ...data, img: ipfs + String(img).replace(/^ipfs:\/\//, '') }
}

const text = (field: string, value: unknown): string => {
  if (typeof value === 'string' && value !== '') return value
  throw new UnreadableAsset(`formatting an asset: its ${field} is ${JSON.stringify(value)} and no text`)
}

const id = (field: string, value: unknown): number | string => {
  const number = toNumber(String(value))
  if (typeof number === 'number' ? Number.isSafeInteger(number) && number >= 0 : /^[1-9]\d{0,19}$/.test(number)) {
    return number
  }
  throw new UnreadableAsset(`formatting an asset: its ${field} is ${JSON.stringify(value)} and no unsigned integer`)
}
