import { football } from '@fieldhouse/look-football'
import { DropSale as PackSale } from '@fieldhouse/sale'

/** The drop of the page's address, and where it is bought. */
export const DropSale = () => <PackSale look={football} pages="/football/drops" />
