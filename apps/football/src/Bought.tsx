import { football, footballDeck } from '@fieldhouse/look-football'
import { BoughtPacks } from '@fieldhouse/opening'
import type { BoughtProps } from '@fieldhouse/sale'
import { StageFloor } from './StageFloor'

/** Opens packs of the edition where they were bought. */
export default function Bought(props: BoughtProps) {
  return <BoughtPacks {...props} look={football} deck={footballDeck} floor={<StageFloor />} />
}
