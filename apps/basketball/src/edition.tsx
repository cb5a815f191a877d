import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { LEARN_MORE, standardPages } from '@fieldhouse/standard-pages'
import { FRONT, ONE_OF_EACH } from './shown'
import { texts } from './texts'

export const { pages, partials, Picture, InnerPage } = standardPages({
  look: basketball,
  deck: basketballDeck,
  Floor: BasketballFloor,
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
