import { Receipt as OwnReceipt } from '@fieldhouse/collection'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { StageFloor } from '../StageFloor'

/** The receipt that the address names. */
export const Receipt = () => <OwnReceipt look={basketball} deck={basketballDeck} floor={<StageFloor />} />
