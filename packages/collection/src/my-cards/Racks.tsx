import { CardOutline, cardTexts, type Tier, TierPips } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { memo, useId } from 'react'
import type { Finding } from '../cards/finding'
import { CardLink } from './CardLink'
import s from './Racks.module.css'

/** How many cards a rack shows at most, where it is widest; the sheet leaves out what does not fit elsewhere. */
const SHOWN: Record<Exclude<Tier, 5>, number> = { 4: 5, 3: 8, 2: 11, 1: 34 }

const RACKS = [4, 3, 2, 1] as const

export interface RacksProps extends EditionCards {
  /** In their order; null while they are not known. */
  cards: readonly OwnCard[] | null
  /** Whether they are being read: else the places are empty. */
  isAwaited: boolean
  /** @default a rack leads to no more of its tier */
  onFind?: (change: Pick<Finding, 'tier'>) => void
  /** What leads there says; another's wall has no use for the texts of one's own. */
  all?: string
}

/**
 * The lower tiers, each a denser rack. A rack has the same size whatever hangs in it, so that nothing moves when the cards
 * come, and shows its first rows: all of a tier hang on a wall of their own.
 */
export const Racks = memo(function Racks({ look, deck, cards, isAwaited, onFind, all }: RacksProps) {
  const { t: words, language } = useTexts(cardTexts)
  const id = useId()
  return RACKS.map((tier) => {
    const own = cards?.filter(({ traits }) => traits.tier === tier)
    const shown = own?.slice(0, SHOWN[tier]) ?? []
    const heading = `${id}${tier}`
    return (
      <section key={tier} className={`${s.rack} ${s[`tier${tier}`]}`} aria-labelledby={heading}>
        <div className={s.head}>
          <h2 id={heading}>
            <TierPips tier={tier} />
            {words(`tier${tier}`)} <b>{own ? formatNumber(own.length, language) : ''}</b>
          </h2>
          {onFind && own && own.length > 1 && (
            <button type="button" onClick={() => onFind({ tier })}>
              {all}
              <span className="fh-hidden">{` (${formatNumber(own.length, language)}): ${words(`tier${tier}`)}`}</span>
            </button>
          )}
        </div>
        <ul>
          {shown.map((card) => (
            <li key={card.id}>
              <CardLink card={card} deck={deck} edition={look.edition} cut={tier > 2 ? 'full' : 'small'} />
            </li>
          ))}
          {/* One keeps a rack open that has none, and the first row of one that is being read is outlined. */}
          {shown.length === 0 &&
            Array.from({ length: Math.min(SHOWN[tier], 17) }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number.
              <li key={place} aria-hidden="true">
                <CardOutline tier={tier} isAwaited={isAwaited} />
              </li>
            ))}
        </ul>
      </section>
    )
  })
})
