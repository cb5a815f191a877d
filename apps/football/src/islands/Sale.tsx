import { football } from '@fieldhouse/look-football'
import { PackSale } from '@fieldhouse/sale'

/** What the edition sells now, and where it is bought. */
export const Sale = () => <PackSale look={football} pages="/football/drops" />
