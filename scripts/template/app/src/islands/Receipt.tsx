import { Receipt as OwnReceipt } from '@fieldhouse/collection'
import { deck, look } from '@fieldhouse/look-__name__'
import { StageFloor } from '../StageFloor'

/** The receipt that the address names. */
export const Receipt = () => <OwnReceipt look={look} deck={deck} floor={<StageFloor />} />
