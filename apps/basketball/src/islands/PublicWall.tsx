import { PublicWall as Wall } from '@fieldhouse/collection'
import { basketball, basketballDeck } from '@fieldhouse/look-basketball'

/** Somebody's wall, as anybody sees it. */
export const PublicWall = () => <Wall look={basketball} deck={basketballDeck} />
