import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { doublesOf } from '../cards/doubles'
import { EVERYTHING, type Finding, SORTS, type Sort, VIEWS } from '../cards/finding'
import s from './Tools.module.css'
import { texts } from './texts'

export interface ToolsProps extends Pick<EditionCards, 'deck'> {
  /** Null while they are not known: then nothing can be looked for. */
  cards: readonly OwnCard[] | null
  finding: Finding
  onFind: (change: Partial<Finding>) => void
  /** Called when somebody comes near them. */
  onNear: () => void
  /** Called by a press of what the filters are behind. */
  onOpen: () => void
  /** The filters: there before they are opened, they have only to be shown. */
  children: ReactNode
}

/** What a collection is searched, filtered and sorted with. */
export function Tools({ deck, cards, finding, onFind, onNear, onOpen, children }: ToolsProps) {
  const { t, language } = useTexts(texts)
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
    <search id="wall" className={s.tools} tabIndex={-1} onPointerEnter={onNear} onFocus={onNear}>
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
        onClick={() => {
          onOpen()
          setOpen(!isOpen)
        }}
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
        {children}
      </div>
    </search>
  )
}
