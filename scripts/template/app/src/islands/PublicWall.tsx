import { PublicWall as Wall } from '@fieldhouse/collection'
import { deck, look } from '@fieldhouse/look-__name__'

/** Somebody's wall, as anybody sees it. */
export const PublicWall = () => <Wall look={look} deck={deck} />
