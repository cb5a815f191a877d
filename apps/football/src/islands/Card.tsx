import { CardView } from '@fieldhouse/collection'
import { football, footballDeck } from '@fieldhouse/look-football'

/** The card that the address names. */
export const Card = () => <CardView look={football} deck={footballDeck} />
