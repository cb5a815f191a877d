import { Claims } from '@fieldhouse/collection'
import { basketball } from '@fieldhouse/look-basketball'

/** The user's claims of the edition. */
export const Tickets = () => <Claims look={basketball} />
