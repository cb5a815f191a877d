import { Receipt as OwnReceipt } from '@fieldhouse/collection'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'

/** The receipt that the address names. */
export const Receipt = () => <OwnReceipt look={basketball} deck={basketballDeck} floor={<BasketballFloor />} />
