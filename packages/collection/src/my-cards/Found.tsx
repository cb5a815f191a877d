import { type Cell, createCell } from '@fieldhouse/chain-data'
import { cardTexts, linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { memo, useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { EVERYTHING, type Finding, findCards, isEverything } from '../cards/find'
import type { EditionCards, OwnCard } from '../cards/holdings'
import s from './Beam.module.css'
import { Racks } from './Racks'
import { Tools } from './Tools'
import { texts } from './texts'
import { Wall } from './Wall'

interface Search extends Pick<Cell<Finding>, 'get' | 'subscribe'> {
  find: (change: Partial<Finding>) => void
}

/** What was looked for last, by edition: who comes back from a card finds the wall as it was left. */
const searches = new Map<string, Search>()

function searchOf(edition: string): Search {
  const known = searches.get(edition)
  if (known) return known
  const { get, set, subscribe } = createCell(EVERYTHING)
  const made = { get, subscribe, find: (change: Partial<Finding>) => set({ ...get(), ...change }) }
  searches.set(edition, made)
  return made
}

/** What is looked for on an edition's wall, and how to look for something else: a function that stays the same. */
function useFinding(edition: string): readonly [Finding, Search['find']] {
  const { get, subscribe, find } = searchOf(edition)
  return [useSyncExternalStore(subscribe, get, () => EVERYTHING), find]
}

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
  return (
    <>
      <Tools deck={deck} cards={cards} finding={finding} onFind={find} />
      <p className="fh-hidden" role="status">
        {shown && t('found', { count: shown.length })}
      </p>
      {!shown ? (
        <Racks look={look} deck={deck} cards={hung} isAwaited={isAwaited} onFind={find} />
      ) : shown.length > 0 ? (
        <Wall look={look} deck={deck} cards={shown} label={t('found', { count: shown.length })} />
      ) : (
        <section className={s.none}>
          <h2>{t('none')}</h2>
          <p>{t('noneText', { count: cards?.length ?? 0 })}</p>
          <button type="button" className={linkStyles.outline} onClick={() => find(EVERYTHING)}>
            {t('clear')}
          </button>
        </section>
      )}
    </>
  )
})
