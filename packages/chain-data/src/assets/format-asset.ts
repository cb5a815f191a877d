import { readRows, unreadable } from '../rows/values'

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

/** Formats an item of the asset index's `data`. @throws UnreadableRow naming the field */
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

/** Leaves out the assets that cannot be read. */
export const formatAssets = (assets: readonly unknown[], options?: FormatOptions): ChainAsset[] =>
  readRows(assets, (asset) => formatAsset(asset, options))

/** Puts the gateway's base before a picture's hash: once, and not before what is a web address already. */
const withPicture = (data: Attributes, ipfs: string): Attributes => {
  const { img } = data
  if (img === undefined || img === null || img === '' || /^https?:\/\//i.test(String(img))) return data
  return { ...data, img: ipfs + String(img).replace(/^ipfs:\/\//, '') }
}

const text = (field: string, value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : unreadable(field, value, 'a text')

const id = (field: string, value: unknown): number | string => {
  const number = toNumber(String(value))
  const isId = typeof number === 'number' ? Number.isSafeInteger(number) && number >= 0 : /^[1-9]\d{0,19}$/.test(number)
  return isId ? number : unreadable(field, value, 'an unsigned integer')
}

/** A list is one of the vectors of a schema. */
export type Attribute = string | number | boolean | null | readonly Attribute[]

export type Attributes = Readonly<Record<string, Attribute>>

const NUMERIC = /^-?(0|[1-9]\d*)(\.\d+)?$/
/** With so many digits every decimal number survives being a double. */
const MAX_DIGITS = 15

/**
 * A numeric-looking string as its number (specification, section 3): strictly, so `007`, `1e5` and the empty one stay
 * strings, and so does what a double cannot hold, such as an id of 20 digits.
 */
export const toNumber = (value: string): string | number => {
  const [, , fraction] = NUMERIC.exec(value) ?? []
  if (!NUMERIC.test(value)) return value
  const number = Number(value)
  const isExact = fraction === undefined ? Number.isSafeInteger(number) : value.replace(/\D/g, '').length <= MAX_DIGITS
  // `-0` is 0.
  return isExact ? number || 0 : value
}

/** The attributes of one data object, numeric-looking ones as numbers, those inside a list as well. */
export const readAttributes = (data: unknown): Attributes =>
  // fromEntries defines: an attribute called `__proto__` is one like any other.
  Object.fromEntries(Object.entries(Object(data)).map(([name, value]) => [name, attribute(value)]))

const attribute = (value: unknown): Attribute => {
  if (typeof value === 'string') return toNumber(value)
  // A schema has lists of plain values and no lists in them.
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? toNumber(item) : item))
  return value as Attribute
}
