import { Receipt as OwnReceipt } from '@fieldhouse/collection'
import { deck, Floor, look } from '@fieldhouse/look-__name__'

/** The receipt that the address names. */
export const Receipt = () => <OwnReceipt look={look} deck={deck} floor={<Floor />} />
