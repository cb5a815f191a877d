import { look } from '@fieldhouse/look-__name__'
import { Odds as PackOdds } from '@fieldhouse/sale'

/** The odds that the edition's packs print. */
export const Odds = () => <PackOdds look={look} index={3} />
