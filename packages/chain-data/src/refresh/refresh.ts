import type { AppDataName } from '../store/app-data'
import type { Store } from '../store/store'
import { FIRST_REFRESH, type Poller } from './poller'

/**
 * Lets each poller run while somebody listens to its name and the page can be seen. A page that comes back into view asks
 * at once, and so does a name that nothing is known of yet.
 *
 * @returns how to stop
 */
export const refreshWhileWatched = (
  pollers: Partial<Record<AppDataName, Poller>>,
  store: Pick<Store, 'get' | 'watchDemand'>,
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
): (() => void) => {
  const names = Object.keys(pollers) as AppDataName[]
  const wanted = new Set<AppDataName>()

  const settle = (name: AppDataName, delay: number) => {
    if (wanted.has(name) && page.visibilityState === 'visible') pollers[name]?.run(delay)
    else pollers[name]?.pause()
  }
  const onVisibility = () => {
    for (const name of names) settle(name, 0)
  }
  page.addEventListener('visibilitychange', onVisibility)
  const stopWatching = names.map((name) =>
    store.watchDemand(name, (isWanted) => {
      if (isWanted) wanted.add(name)
      else wanted.delete(name)
      settle(name, store.get(name) === null ? 0 : FIRST_REFRESH)
    }),
  )
  return () => {
    page.removeEventListener('visibilitychange', onVisibility)
    for (const stop of stopWatching) stop()
    for (const name of names) pollers[name]?.pause()
  }
}
