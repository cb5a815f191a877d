import { MyCards } from '@fieldhouse/collection'
import { football, footballDeck } from '@fieldhouse/look-football'
import { StageFloor } from '../StageFloor'

/** The user's cards of the edition. */
export const Cards = () => <MyCards look={football} deck={footballDeck} floor={<StageFloor />} />
