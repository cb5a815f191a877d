import { PackSale } from '@fieldhouse/sale'
import { sale } from '../sale'

/** What the edition sells now, and where it is bought. */
export const Sale = () => <PackSale {...sale} />
