import { Claims } from '@fieldhouse/collection'
import { football } from '@fieldhouse/look-football'

/** The user's claims of the edition. */
export const Tickets = () => <Claims look={football} />
