import { CardView } from '@fieldhouse/collection'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'

/** The card that the address names. */
export const Card = () => <CardView look={basketball} deck={basketballDeck} />
