import { Receipt as OwnReceipt } from '@fieldhouse/collection'
import { football, footballDeck } from '@fieldhouse/look-football'
import { StageFloor } from '../StageFloor'

/** The receipt that the address names. */
export const Receipt = () => <OwnReceipt look={football} deck={footballDeck} floor={<StageFloor />} />
