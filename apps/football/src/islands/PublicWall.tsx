import { PublicWall as Wall } from '@fieldhouse/collection'
import { football, footballDeck } from '@fieldhouse/look-football'

/** Somebody's wall, as anybody sees it. */
export const PublicWall = () => <Wall look={football} deck={footballDeck} />
