import { basketball } from '@fieldhouse/look-basketball'
import { DropSale as PackSale } from '@fieldhouse/sale'

/** The drop of the page's address, and where it is bought. */
export const DropSale = () => <PackSale look={basketball} pages="/basketball/drops" />
