import { basketball } from '@fieldhouse/look-basketball'
import { PackSale } from '@fieldhouse/sale'

/** What the edition sells now, and where it is bought. */
export const Sale = () => <PackSale look={basketball} pages="/basketball/drops" />
