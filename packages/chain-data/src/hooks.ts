import { useCallback, useSyncExternalStore } from 'react'
import { type ListedDrop, listDrops } from './list-drops'
import { type SaleDataName, store, ticker, unreadSince } from './site-data'
import { type AppData, type AppDataName, type Drop, EMPTY } from './store/app-data'

const nothing = () => null

/** One of the shared app data by its name; null until it is known, and always while prerendering and hydrating. */
export const useAppData = <Name extends AppDataName>(name: Name): AppData[Name] =>
  useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(name, listener), [name]),
    () => store.get(name),
    () => EMPTY[name],
  )

/** The oracle's newest median, 10^-4 US dollars for one WAX; null until it is known. */
export const useMedianPrice = (): bigint | null => useAppData('medianPrice')

/** Since when nothing newer could be read of a name (see {@link unreadSince}); null while all is well, and while hydrating. */
export const useUnreadSince = (name: SaleDataName): number | null =>
  useSyncExternalStore(unreadSince[name].subscribe, unreadSince[name].get, nothing)

/** The gateway's time at whole seconds, epoch milliseconds: renders again every second. Null while prerendering and hydrating. */
export const useGatewayNow = (): number | null => useSyncExternalStore(ticker.subscribe, ticker.now, nothing)

/**
 * Milliseconds until a moment by the gateway's clock, at whole seconds; null before hydration, while prerendering and for
 * what is no time. The chain's clock decides when a sale starts and a request expires, not the visitor's.
 *
 * @param target RFC 3339, or epoch milliseconds
 */
export const useRemaining = (target: string | number): number | null => {
  const now = useGatewayNow()
  const end = new Date(target).getTime()
  return now === null || Number.isNaN(end) ? null : Math.max(0, Math.ceil((end - now) / 1000) * 1000)
}

/**
 * The drops of an edition as the page lists them (see {@link listDrops}); null until they are known. Renders again when a
 * row changes or the gateway's clock moves a drop to another state, not every second.
 */
export const useDrops = (edition: string): readonly ListedDrop[] | null =>
  useSyncExternalStore(
    subscribeToDrops,
    useCallback(() => listedDrops(edition), [edition]),
    nothing,
  )

const subscribeToDrops = (listener: () => void) => {
  const stopRows = store.subscribe('rowDrops', listener)
  const stopTicks = ticker.subscribe(listener)
  return () => {
    stopRows()
    stopTicks()
  }
}

interface Listed {
  rows: readonly Drop[]
  second: number
  drops: readonly ListedDrop[]
}

/** The last list of each edition: React wants the same object as long as nothing changed. One entry for each edition shown. */
const lists = new Map<string, Listed>()

const listedDrops = (edition: string): readonly ListedDrop[] | null => {
  const rows = store.get('rowDrops')
  if (!rows) return null
  const second = ticker.now()
  const last = lists.get(edition)
  if (last?.rows === rows && last.second === second) return last.drops
  let drops: readonly ListedDrop[] = listDrops(rows, edition, second)
  if (last?.rows === rows && haveSameStates(last.drops, drops)) drops = last.drops
  lists.set(edition, { rows, second, drops })
  return drops
}

const haveSameStates = (before: readonly ListedDrop[], after: readonly ListedDrop[]): boolean =>
  before.length === after.length &&
  before.every(({ id, state }, index) => id === after[index]?.id && state === after[index]?.state)
