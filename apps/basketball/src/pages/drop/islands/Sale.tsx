import { basketball } from '@fieldhouse/look-basketball'
import { DropSale } from '@fieldhouse/sale'
import { DROPS } from '../../../paths'

/** The drop of the page's address, and where it is bought. */
export const Sale = () => <DropSale look={basketball} pages={DROPS} />
