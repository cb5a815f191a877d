import { cardTexts, type Deck, TIERS, TierPips } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { memo } from 'react'
import type { Finding } from '../cards/finding'
import { positionsOf } from '../cards/teams'
import { searchTexts } from './search-texts'
import s from './Tools.module.css'

interface FiltersProps {
  deck: Deck
  finding: Finding
  onFind: (change: Partial<Finding>) => void
}

/** What a collection is filtered by. */
export function Filters({ deck, finding, onFind }: FiltersProps) {
  const { t } = useTexts(searchTexts)
  const { t: card } = useTexts(cardTexts)
  return (
    <>
      <fieldset>
        <legend>{t('tiers')}</legend>
        {TIERS.toReversed().map((tier) => (
          <button
            key={tier}
            type="button"
            className={s.tier}
            aria-pressed={finding.tier === tier}
            onClick={() => onFind({ tier: finding.tier === tier ? null : tier })}
          >
            <TierPips tier={tier} />
            {card(`tier${tier}`)}
          </button>
        ))}
      </fieldset>
      <Choices deck={deck} name="positions" chosen={finding.positions} onFind={onFind} />
      <Choices deck={deck} name="teams" chosen={finding.teams} onFind={onFind} />
    </>
  )
}

/** What can be chosen of an edition's deck. */
const NAMES = {
  positions: positionsOf,
  teams: (deck: Deck) => deck.teams.map(({ name }) => name),
}

interface ChoicesProps extends Pick<FiltersProps, 'deck' | 'onFind'> {
  name: keyof typeof NAMES
  chosen: readonly string[]
}

const Choices = memo(function Choices({ deck, name, chosen, onFind }: ChoicesProps) {
  const { t } = useTexts(searchTexts)
  return (
    <fieldset>
      <legend>{t(name)}</legend>
      {NAMES[name](deck).map((each) => (
        <label key={each}>
          <input
            type="checkbox"
            checked={chosen.includes(each)}
            onChange={({ target }) =>
              onFind({ [name]: target.checked ? [...chosen, each] : chosen.filter((other) => other !== each) })
            }
          />
          {each}
        </label>
      ))}
    </fieldset>
  )
})
