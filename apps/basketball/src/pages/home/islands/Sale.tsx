import { basketball } from '@fieldhouse/look-basketball'
import { PackSale } from '@fieldhouse/sale'
import { DROPS } from '../../../paths'

/** What the edition sells now, and where it is bought. */
export const Sale = () => <PackSale look={basketball} pages={DROPS} />
