import { Anatomy, Supply, Tiers } from '@fieldhouse/design'
import { Island } from '@fieldhouse/edition-kit'
import { football, footballDeck } from '@fieldhouse/look-football'
import { InnerPage } from '../../InnerPage'
import { Odds } from './islands/Odds'
import { ANATOMY, ONE_OF_EACH } from './shown'

/** What a card is made of, its tiers, how many there are and how often a pack has one. */
export function CardsStructure() {
  return (
    <InnerPage>
      <Anatomy deck={footballDeck} {...ANATOMY} />
      <Tiers look={football} deck={footballDeck} cards={ONE_OF_EACH} />
      <Supply look={football} />
      <Island of={Odds} when="sight" props={{}} />
    </InnerPage>
  )
}
