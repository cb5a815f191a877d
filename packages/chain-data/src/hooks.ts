import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { type ListedDrop, listDrops } from './rows/drop'
import { type SaleDataName, store, ticker, unreadSince } from './site-data'
import type { AppData, AppDataName, Drop } from './store/app-data'

const nothing = () => null

/** One of the shared app data by its name; null until it is known, and always while prerendering and hydrating. */
export const useAppData = <Name extends AppDataName>(name: Name): AppData[Name] =>
  useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(name, listener), [name]),
    () => store.get(name),
    nothing,
  )

export const useMedianPrice = (): bigint | null => useAppData('medianPrice')

/** See {@link unreadSince}; null while hydrating. */
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
export const useDrops = (edition: string): readonly ListedDrop[] | null => {
  const rows = useAppData('rowDrops')
  const turned = useSyncExternalStore(ticker.subscribe, () => lastTurn(rows ?? [], ticker.now()), nothing)
  return useMemo(() => rows && listDrops(rows, edition, turned ?? 0), [rows, edition, turned])
}

/** The last moment at which a drop began or ended: no drop has changed its state since. */
const lastTurn = (rows: readonly Drop[], now: number): number =>
  Math.max(0, ...rows.flatMap(({ startsAt, endsAt }) => [startsAt ?? 0, endsAt ?? 0]).filter((at) => at <= now))
