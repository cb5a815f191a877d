import { MyCards } from '@fieldhouse/collection'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { StageFloor } from '../StageFloor'

/** The user's cards of the edition. */
export const Cards = () => <MyCards look={basketball} deck={basketballDeck} floor={<StageFloor />} />
