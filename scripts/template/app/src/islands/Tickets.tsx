import { Claims } from '@fieldhouse/collection'
import { look } from '@fieldhouse/look-__name__'

/** The user's claims of the edition. */
export const Tickets = () => <Claims look={look} />
