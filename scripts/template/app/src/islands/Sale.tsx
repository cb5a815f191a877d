import { look } from '@fieldhouse/look-__name__'
import { PackSale } from '@fieldhouse/sale'

/** What the edition sells now, and where it is bought. */
export const Sale = () => <PackSale look={look} pages="/__name__/drops" />
