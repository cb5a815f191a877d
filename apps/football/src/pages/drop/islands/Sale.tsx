import { football } from '@fieldhouse/look-football'
import { DropSale } from '@fieldhouse/sale'
import { DROPS } from '../../../paths'

/** The drop of the page's address, and where it is bought. */
export const Sale = () => <DropSale look={football} pages={DROPS} />
