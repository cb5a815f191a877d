import { cardTexts, linkStyles } from '@fieldhouse/design'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { EVERYTHING, type Finding, findCards, isEverything } from '../cards/find'
import s from './Beam.module.css'
import { useFinding } from './finding'
import { Racks } from './Racks'
import { Tools } from './Tools'
import { texts } from './texts'

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
  const isByTeam = deferred.view === 'teams'
  const hangings = useHangings(isByTeam || shown !== null, find)
  return (
    <>
      <Tools deck={deck} cards={cards} finding={finding} onFind={find} />
      <p className="fh-hidden" role="status">
        {shown && t('found', counted(shown.length))}
      </p>
      {isByTeam && hangings && hung?.length ? (
        <hangings.Teams look={look} deck={deck} cards={hung} onFind={findAndLeave} />
      ) : !shown || !hangings ? (
        <Racks look={look} deck={deck} cards={hung} isAwaited={isAwaited} onFind={findAndLeave} all={t('all')} />
      ) : shown.length > 0 ? (
        <hangings.Wall look={look} deck={deck} cards={shown} label={t('found', counted(shown.length))} />
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

const loadHangings = () => import(/* webpackChunkName: "hangings" */ './hangings')

/** What else cards hang on, once it is here: who comes back from a card has it at once. */
let loaded: Awaited<ReturnType<typeof loadHangings>> | undefined

/** The other ways in which cards hang, once one is looked at and its script is there. */
function useHangings(isWanted: boolean, find: (change: Partial<Finding>) => void) {
  const [hangings, setHangings] = useState(loaded)
  useEffect(() => {
    if (!isWanted || hangings) return
    loadHangings().then(
      (parts) => {
        loaded = parts
        setHangings(parts)
      },
      // Without it the racks hang there, whole.
      () => find(EVERYTHING),
    )
  }, [isWanted, hangings, find])
  return hangings
}
