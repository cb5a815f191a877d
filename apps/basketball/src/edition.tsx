import '@fieldhouse/look-basketball/tokens.css'
import { BasketballFloor, basketball, basketballDeck, basketballStorey } from '@fieldhouse/look-basketball'
import { LEARN_MORE, standardPages } from '@fieldhouse/standard-pages'
import { texts } from './texts'

/** The cards of the home page, from the rarest to the plainest. */
export const FRONT = [
  { templateId: 726489, mint: 3 },
  { templateId: 704444, mint: 118 },
  { templateId: 720739, mint: 590 },
  { templateId: 706306, mint: 2044 },
  { templateId: 712204, mint: 9214 },
] as const

/** A card of each tier, the plainest first. */
const ONE_OF_EACH = [
  { templateId: 711437, mint: 9214 },
  { templateId: 701076, mint: 2044 },
  { templateId: 747150, mint: 77 },
  { templateId: 701964, mint: 118 },
  { templateId: 718118, mint: 4 },
] as const

export const { pages, partials, Picture, cardPictures, storey, InnerPage } = standardPages({
  look: basketball,
  deck: basketballDeck,
  Floor: BasketballFloor,
  storey: basketballStorey,
  texts,
  shown: FRONT,
  home: {
    more: 'cards',
    menu: {
      group: LEARN_MORE,
      place: 1,
      name: { en: 'The court', es: 'La cancha' },
      text: { en: 'The packs on sale', es: 'Los sobres a la venta' },
    },
  },
  blog: { card: { templateId: 704444, mint: 118 }, postCard: { templateId: 706306, mint: 2044 } },
  cards: { place: 3, anatomy: { templateId: 700150, mint: 590 }, tiers: ONE_OF_EACH },
})
