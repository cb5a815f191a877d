import { MyCards } from '@fieldhouse/collection'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'

/** The user's cards of the edition. */
export const Cards = () => <MyCards look={basketball} deck={basketballDeck} floor={<BasketballFloor />} />
