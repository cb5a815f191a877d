import { cardTexts } from '@fieldhouse/design'
import { reportUnloaded, useRoot } from '@fieldhouse/edition-kit'
import type { EditionCards, OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { EVERYTHING, type Finding, isEverything } from '../cards/finding'
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
  const isByTeam = deferred.view === 'teams'
  const isWanted = isByTeam || !isEverything(deferred)
  const { search, near, want } = useSearch(isWanted, find)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of the tiers are the language's.
  const shown = useMemo(
    () =>
      search && hung?.length && !isEverything(deferred)
        ? search.findCards(hung, deferred, (tier) => card(`tier${tier}`))
        : null,
    [search, hung, deferred, language],
  )
  const found = shown && t('found', { count: shown.length, number: formatNumber(shown.length, language) })
  // What was pressed goes as it comes: who reads on goes on at the beginning of what was found.
  const findAndLeave = useCallback(
    (change: Partial<Finding>) => {
      find(change)
      document.getElementById('wall')?.focus()
    },
    [find],
  )
  return (
    <>
      <Tools deck={deck} cards={cards} finding={finding} onFind={find} onNear={near} onOpen={want}>
        {search && cards && <search.Filters deck={deck} finding={finding} onFind={find} />}
      </Tools>
      <p className="fh-hidden" role="status">
        {found}
      </p>
      {search && isByTeam && hung?.length ? (
        <search.Teams look={look} deck={deck} cards={hung} onFind={findAndLeave} />
      ) : !search || !shown ? (
        <Racks look={look} deck={deck} cards={hung} isAwaited={isAwaited} onFind={findAndLeave} all={t('all')} />
      ) : shown.length > 0 ? (
        <search.Wall look={look} deck={deck} cards={shown} label={String(found)} />
      ) : (
        <search.None count={cards?.length ?? 0} onFind={findAndLeave} />
      )}
    </>
  )
})

const fetchSearch = () => import(/* webpackChunkName: "search" */ './search')

/** What a search needs, once it is here: who comes back from a card has it at once. */
let fetched: Awaited<ReturnType<typeof fetchSearch>> | undefined

/** What a search needs once somebody comes near it (`near` is called then), or something is looked for, which says when it does not come (`want`). */
function useSearch(isWanted: boolean, find: (change: Partial<Finding>) => void) {
  const [search, setSearch] = useState(fetched)
  const { report } = useRoot()
  const load = useCallback(
    (fail: (error: unknown) => void) =>
      void fetchSearch().then((parts) => {
        fetched = parts
        setSearch(parts)
      }, fail),
    [],
  )
  const near = () => load(() => {})
  const want = useCallback(
    () =>
      load((error) => {
        // Without it the racks hang there, whole.
        find(EVERYTHING)
        reportUnloaded(report, 'the search', error)
      }),
    [load, find, report],
  )
  useEffect(() => {
    if (isWanted && !search) want()
  }, [isWanted, search, want])
  return { search, near, want }
}
