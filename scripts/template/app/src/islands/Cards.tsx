import { MyCards } from '@fieldhouse/collection'
import { deck, look } from '@fieldhouse/look-__name__'
import { StageFloor } from '../StageFloor'

/** The user's cards of the edition. */
export const Cards = () => <MyCards look={look} deck={deck} floor={<StageFloor />} />
