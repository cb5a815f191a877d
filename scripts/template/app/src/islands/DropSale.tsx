import { look } from '@fieldhouse/look-__name__'
import { DropSale as PackSale } from '@fieldhouse/sale'

/** The drop of the page's address, and where it is bought. */
export const DropSale = () => <PackSale look={look} pages="/__name__/drops" />
