import { type Deck, type EditionLook, type Traits, traitsOf } from '@fieldhouse/design'
import type { ReactNode } from 'react'

/** The collection's schema of packs. The cards of each edition have a schema with the edition's name. */
export const PACKS = 'packs'

/** An asset of the collection as far as these pages show it: a card, or a pack. */
export interface Holding {
  /** Decimal digits of an unsigned 64-bit number. */
  id: string
  /** Whose cards it is or holds. */
  edition: string
  templateId: number
  /** Which copy of the template it is, from 1; 0 until the asset index has numbered it. */
  mint: number
  /** In which it was minted; 0 or absent where that is not known, as of what an earlier release remembered. */
  block?: number
  /** A sealed pack, with what its row calls the tier that it has at least; null for a card. */
  pack: { name: string; dropId: string; cards: number; least?: unknown } | null
}

/** An asset of the index as a holding; null for what is neither card nor pack, such as a souvenir, and for what cannot be read. */
export function holdingOf(asset: unknown): Holding | null {
  const { asset_id, schema, template, template_mint, minted_at_block, data } = Object(asset)
  const id = String(asset_id)
  const edition = schema?.schema_name
  const templateId = Number(template?.template_id)
  const mint = Number(template_mint ?? 0)
  const isCard = /^[1-9]\d{0,19}$/.test(id) && typeof edition === 'string' && templateId > 0 && mint >= 0
  if (!isCard || !Number.isSafeInteger(templateId) || !Number.isSafeInteger(mint)) return null
  const card = { id, edition, templateId, mint, block: Number(minted_at_block) || 0, pack: null }
  if (edition !== PACKS) return card
  const { sport, name, drop_id, cards, least } = Object(data)
  const pack = { name: String(name ?? ''), dropId: String(drop_id ?? ''), cards: Number(cards) || 0, least }
  return { ...card, edition: String(sport ?? ''), pack }
}

/** A card with what its template says. */
export interface OwnCard extends Pick<Holding, 'id' | 'templateId' | 'mint'> {
  traits: Traits
}

/** A sealed pack. */
export interface OwnPack extends NonNullable<Holding['pack']> {
  id: string
}

/** What of an account's assets is an edition's. */
export interface Collection {
  cards: readonly OwnCard[]
  /** The oldest first: that order they are opened in. */
  packs: readonly OwnPack[]
}

/** What sets an edition's cards apart. */
export interface EditionCards {
  look: EditionLook
  deck: Deck
  /** What its packs are opened on. */
  floor?: ReactNode
}

export function collectionOf(holdings: readonly Holding[], { look, deck }: EditionCards): Collection {
  const own = holdings.filter(({ edition }) => edition === look.edition)
  const cards = own.flatMap(({ pack, id, templateId, mint }) =>
    pack ? [] : [{ id, templateId, mint, traits: traitsOf(deck, templateId) }],
  )
  const packs = own.flatMap(({ pack, id }) => (pack ? [{ ...pack, id }] : [])).sort((a, b) => byId(a.id, b.id))
  return { cards, packs }
}

/** Ids in the order in which the chain gave them: numbers as text. */
export const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

/** The packs of a drop among others. */
export const sealedOf = (packs: readonly OwnPack[], dropId: string): OwnPack[] =>
  packs.filter((pack) => pack.dropId === dropId)
