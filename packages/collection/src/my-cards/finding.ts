import { type Cell, createCell } from '@fieldhouse/chain-data'
import { useEffect, useSyncExternalStore } from 'react'
import { EVERYTHING, type Finding, VIEWS, type View } from '../cards/finding'

interface Search extends Pick<Cell<Finding>, 'get' | 'subscribe'> {
  find: (change: Partial<Finding>) => void
}

/** What was looked for last, by edition: who comes back from a card finds the wall as it was left. */
const searches = new Map<string, Search>()

/** Where the view stands in the address. */
const VIEW = 'view'

function viewOfAddress(): View {
  const asked = new URLSearchParams(location.search).get(VIEW)
  return VIEWS.find((view) => view === asked) ?? 'racks'
}

function showInAddress(view: View): void {
  const address = new URL(location.href)
  if (view === 'racks') address.searchParams.delete(VIEW)
  else address.searchParams.set(VIEW, view)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}

function searchOf(edition: string): Search {
  const known = searches.get(edition)
  if (known) return known
  const { get, set, subscribe } = createCell(EVERYTHING)
  const find = (change: Partial<Finding>) => {
    // What is looked for among teams hangs on a wall.
    const { view = get().view === 'teams' ? 'racks' : get().view } = change
    set({ ...get(), ...change, view })
    showInAddress(view)
  }
  const made = { get, subscribe, find }
  searches.set(edition, made)
  return made
}

/** What is looked for on an edition's wall, and how to look for something else: a function that stays the same. */
export function useFinding(edition: string): readonly [Finding, Search['find']] {
  const { get, subscribe, find } = searchOf(edition)
  // The address has the last word on how the wall is looked at.
  useEffect(() => {
    const view = viewOfAddress()
    if (view !== get().view) find({ view })
  }, [get, find])
  return [useSyncExternalStore(subscribe, get, () => EVERYTHING), find]
}

/** Looks for something on an edition's wall from elsewhere on the page. */
export const findOn = (edition: string, change: Partial<Finding>): void => searchOf(edition).find(change)
