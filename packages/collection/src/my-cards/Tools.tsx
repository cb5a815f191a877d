import { cardTexts, type Deck, TIERS, TierPips } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { memo, useId, useMemo, useState } from 'react'
import { EVERYTHING, type Finding, SORTS, type Sort, VIEWS } from '../cards/find'
import { doublesOf, positionsOf } from '../cards/teams'
import s from './Tools.module.css'
import { texts } from './texts'

export interface ToolsProps extends Pick<EditionCards, 'deck'> {
  /** Null while they are not known: then nothing can be looked for. */
  cards: readonly OwnCard[] | null
  finding: Finding
  onFind: (change: Partial<Finding>) => void
}

/** What a collection is searched, filtered and sorted with. */
export function Tools({ deck, cards, finding, onFind }: ToolsProps) {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const disabled = !cards?.length
  const counts = useMemo(
    () => cards && { racks: cards.length, teams: deck.teams.length, doubles: doublesOf(cards).length },
    [cards, deck],
  )
  const isByTeam = finding.view === 'teams'
  const narrowed = finding.positions.length + finding.teams.length + (finding.tier === null ? 0 : 1)
  return (
    <search id="wall" className={s.tools} tabIndex={-1}>
      <label className={s.find}>
        <span className="fh-hidden">{t('find')}</span>
        <input
          type="search"
          placeholder={t('findHint')}
          autoComplete="off"
          disabled={disabled}
          value={finding.text}
          onChange={({ target }) => onFind({ text: target.value })}
        />
      </label>
      <fieldset className={s.chips}>
        <legend className="fh-hidden">{t('views')}</legend>
        {VIEWS.map((view) => (
          <button
            key={view}
            type="button"
            disabled={disabled}
            aria-pressed={finding.view === view}
            // The racks are whole: what hangs in the place of them is left.
            onClick={() => onFind(view === 'racks' ? EVERYTHING : { view })}
          >
            {t(view)} <b>{counts ? formatNumber(counts[view], language) : '\u00a0'}</b>
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className={s.more}
        disabled={disabled}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {t('narrow')}
        {narrowed > 0 && <i>{narrowed}</i>}
      </button>
      <label className={s.sort}>
        {t('sort')}
        <select
          disabled={disabled}
          value={isByTeam ? 'complete' : finding.sort}
          onChange={({ target }) => onFind({ sort: target.value as Sort })}
        >
          {isByTeam && <option value="complete">{t('sorts.complete')}</option>}
          {SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sorts.${sort}`)}
            </option>
          ))}
        </select>
      </label>
      <div id={panel} className={s.panel} hidden={!isOpen}>
        {/* There before it is opened: then it has only to be shown. */}
        {cards && (
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
        )}
      </div>
    </search>
  )
}

/** What can be chosen of an edition's deck. */
const NAMES = {
  positions: positionsOf,
  teams: (deck: Deck) => deck.teams.map(({ name }) => name),
}

interface ChoicesProps extends Pick<ToolsProps, 'deck' | 'onFind'> {
  name: keyof typeof NAMES
  chosen: readonly string[]
}

const Choices = memo(function Choices({ deck, name, chosen, onFind }: ChoicesProps) {
  const { t } = useTexts(texts)
  return (
    <fieldset>
      <legend>{t(name === 'teams' ? 'sorts.team' : name)}</legend>
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
