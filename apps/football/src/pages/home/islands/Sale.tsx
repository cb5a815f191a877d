import { football } from '@fieldhouse/look-football'
import { PackSale } from '@fieldhouse/sale'
import { DROPS } from '../../../paths'

/** What the edition sells now, and where it is bought. */
export const Sale = () => <PackSale look={football} pages={DROPS} />
