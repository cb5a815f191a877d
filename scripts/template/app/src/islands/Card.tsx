import { CardView } from '@fieldhouse/collection'
import { deck, look } from '@fieldhouse/look-__name__'

/** The card that the address names. */
export const Card = () => <CardView look={look} deck={deck} />
