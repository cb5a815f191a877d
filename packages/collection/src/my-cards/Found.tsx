import { cardTexts, linkStyles } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { type ComponentType, memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { EVERYTHING, type Finding, findCards, isEverything, type View } from '../cards/find'
import s from './Beam.module.css'
import { useFinding } from './finding'
import { Racks } from './Racks'
import type { TeamsProps } from './Teams'
import { Tools } from './Tools'
import { texts } from './texts'
import { Wall } from './Wall'

interface FoundProps extends EditionCards {
  /** As they hang; null while they are not known. */
  cards: readonly OwnCard[] | null
  /** Whether they are being read. */
  isAwaited: boolean
}

/**
 * The cards as they hang, or those of them that are looked for, and what they are looked for with. A search changes this
 * part of the page alone.
 */
export const Found = memo(function Found({ look, deck, cards, isAwaited }: FoundProps) {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  const [finding, find] = useFinding(look.edition)
  // Cards are drawn in pieces, between which the visitor is heard: what is pressed shows at once, what it leads to as it comes.
  const hung = useDeferredValue(cards)
  const deferred = useDeferredValue(finding)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of the tiers are the language's.
  const shown = useMemo(
    () => (isEverything(deferred) || !hung?.length ? null : findCards(hung, deferred, (tier) => card(`tier${tier}`))),
    [hung, deferred, language],
  )
  const counted = (count: number) => ({ count, number: formatNumber(count, language) })
  // What was pressed goes as it comes: who reads on goes on at the beginning of what was found.
  const findAndLeave = useCallback(
    (change: Partial<Finding>) => {
      find(change)
      document.getElementById('wall')?.focus()
    },
    [find],
  )
  const Teams = useTeams(deferred.view, find)
  return (
    <>
      <Tools deck={deck} cards={cards} finding={finding} onFind={find} />
      <p className="fh-hidden" role="status">
        {shown && t('found', counted(shown.length))}
      </p>
      {Teams && hung?.length ? (
        <Teams look={look} deck={deck} cards={hung} onFind={findAndLeave} />
      ) : !shown ? (
        <Racks look={look} deck={deck} cards={hung} isAwaited={isAwaited} onFind={findAndLeave} all={t('all')} />
      ) : shown.length > 0 ? (
        <Wall look={look} deck={deck} cards={shown} label={t('found', counted(shown.length))} />
      ) : (
        <section className={s.none}>
          <h2>{t('none')}</h2>
          <p>{t('noneText', counted(cards?.length ?? 0))}</p>
          <button type="button" className={linkStyles.outline} onClick={() => findAndLeave(EVERYTHING)}>
            {t('clear')}
          </button>
        </section>
      )}
    </>
  )
})

/** The teams' view once it is looked at and its script is there; null before, and for other views. */
function useTeams(view: View, find: (change: Partial<Finding>) => void): ComponentType<TeamsProps> | null {
  const [teams, setTeams] = useState<{ Teams: ComponentType<TeamsProps> }>()
  useEffect(() => {
    if (view !== 'teams' || teams) return
    // Without it the racks hang there.
    import(/* webpackChunkName: "teams" */ './Teams').then(setTeams, () => find({ view: 'racks' }))
  }, [view, teams, find])
  return (view === 'teams' && teams?.Teams) || null
}
