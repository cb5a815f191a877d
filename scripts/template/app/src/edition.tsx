import { deck, Floor, look } from '@fieldhouse/look-__name__'
import { standardPages } from '@fieldhouse/standard-pages'
import { ONE_OF_EACH } from './shown'
import { texts } from './texts'

export const { pages, partials, Picture, InnerPage } = standardPages({
  look,
  deck,
  Floor,
  texts,
  shown: ONE_OF_EACH.toReversed(),
  home: { more: 'cards' },
  blog: { card: { templateId: 700139, mint: 118 }, postCard: { templateId: 700100, mint: 2044 } },
  cards: { place: 1, anatomy: { templateId: 700150, mint: 590 }, tiers: ONE_OF_EACH },
})
