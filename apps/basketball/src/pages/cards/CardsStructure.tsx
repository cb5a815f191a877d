import { Anatomy, Supply, Tiers } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { InnerPage } from '../../InnerPage'
import { Odds } from './islands/Odds'
import { ANATOMY, ONE_OF_EACH } from './shown'

/** What a card is made of, its tiers, how many there are and how often a pack has one. */
export const CardsStructure = () => (
  <InnerPage>
    <Anatomy deck={basketballDeck} {...ANATOMY} />
    <Tiers look={basketball} deck={basketballDeck} cards={ONE_OF_EACH} />
    <Supply look={basketball} />
    <Island of={Odds} when="sight" props={{}} />
  </InnerPage>
)
