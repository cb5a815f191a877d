import { football } from '@fieldhouse/look-football'
import { Odds as PackOdds } from '@fieldhouse/sale'

/** The odds that football's packs print. */
export function Odds({ index }: { index: number }) {
  return <PackOdds look={football} index={index} />
}
