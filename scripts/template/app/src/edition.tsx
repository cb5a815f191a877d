import '@fieldhouse/look-__name__/tokens.css'
import { deck, Floor, look, storey as words } from '@fieldhouse/look-__name__'
import { standardPages } from '@fieldhouse/standard-pages'
import { texts } from './texts'

/** A card of each tier, the plainest first. */
export const ONE_OF_EACH = [
  { templateId: 711437, mint: 9214 },
  { templateId: 701076, mint: 2044 },
  { templateId: 747150, mint: 590 },
  { templateId: 701964, mint: 118 },
  { templateId: 718118, mint: 3 },
] as const

export const { pages, partials, Picture, cardPictures, storey, InnerPage } = standardPages({
  look,
  deck,
  Floor,
  storey: words,
  texts,
  shown: ONE_OF_EACH.toReversed(),
  home: { more: 'cards' },
  blog: { card: { templateId: 700139, mint: 118 }, postCard: { templateId: 700100, mint: 2044 } },
  cards: { place: 1, anatomy: { templateId: 700150, mint: 590 }, tiers: ONE_OF_EACH },
})
