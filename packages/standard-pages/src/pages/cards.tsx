import { Anatomy, type ShownCard, Supply, Tiers } from '@fieldhouse/design'
import { definePage, Island } from '@fieldhouse/edition-kit'
import { type EditionProps, homePath, LEARN_MORE, type StandardEdition, wordsOf } from '../edition'
import { Inner, withProps } from './inner'

interface CardsProps extends EditionProps {
  anatomy: ShownCard
  tiers: readonly ShownCard[]
}

/** What a card is made of, its tiers, how many there are and how often a pack has one. */
const Cards = ({ edition, anatomy, tiers }: CardsProps) => (
  <Inner edition={edition}>
    <Anatomy deck={edition.deck} {...anatomy} />
    <Tiers look={edition.look} deck={edition.deck} cards={tiers} />
    <Supply look={edition.look} />
    <Island of="Odds" when="sight" props={{}} />
  </Inner>
)

export function cardsPage(edition: StandardEdition, { place, ...cards }: NonNullable<StandardEdition['cards']>) {
  const { en, es } = wordsOf(edition, 'cards')
  return definePage({
    path: `${homePath(edition)}/cards`,
    look: edition.look.edition,
    data: ['rowDrops'],
    menu: {
      group: LEARN_MORE,
      place,
      name: { en: en.menu, es: es.menu },
      text: { en: en.menuText, es: es.menuText },
    },
    title: { en: en.title, es: es.title },
    description: { en: en.description, es: es.description },
    Main: withProps(Cards, { edition, ...cards }),
  })
}
