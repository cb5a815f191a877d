import { DropSale as PackSale } from '@fieldhouse/sale'
import { sale } from '../sale'

/** The drop of the page's address, and where it is bought. */
export const DropSale = () => <PackSale {...sale} />
