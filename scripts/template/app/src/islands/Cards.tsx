import { MyCards } from '@fieldhouse/collection'
import { deck, Floor, look } from '@fieldhouse/look-__name__'

/** The user's cards of the edition. */
export const Cards = () => <MyCards look={look} deck={deck} floor={<Floor />} />
