import s from './Card.module.css'
import { TierMarks } from './TierMarks'
import type { Tier } from './tier'

/** A tier's marks as they stand on its cards, beside its name: readers skip them. */
export function TierPips({ tier }: { tier: Tier }) {
  return (
    <svg className={s.pips} viewBox="18 0 76 26" aria-hidden="true">
      <TierMarks tier={tier} ink="currentColor" top={0} bottom={26} />
    </svg>
  )
}
