import { basketball } from '@fieldhouse/look-basketball'
import { Odds as PackOdds } from '@fieldhouse/sale'

/** The odds that basketball's packs print. */
export function Odds({ index }: { index: number }) {
  return <PackOdds look={basketball} index={index} />
}
