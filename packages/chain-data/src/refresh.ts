import { DataError } from './request'
import type { AppDataName } from './store/app-data'
import type { Store } from './store/store'

/** How often an open page asks for what it shows, in milliseconds. */
export const REFRESH_INTERVAL = 3000
/** The same for what is not about a sale: partners and posts. */
export const SLOW_REFRESH_INTERVAL = 60_000
/** The first request of a page, which came with its data. */
export const FIRST_REFRESH = 1000
/** The longest wait between two attempts that fail. */
export const MAX_WAIT = 60_000

interface PollerOptions {
  /** Asks, and is done when the answer is where it belongs. */
  ask: (signal: AbortSignal) => Promise<unknown>
  /** Milliseconds between two requests. @default REFRESH_INTERVAL */
  interval?: number
  /** 0 to 1: spreads what many pages would do at the same moment. */
  random: () => number
}

/** Repeats a request while it runs, one at a time. */
export interface Poller {
  /** Does nothing when it runs. @param delay milliseconds until the first request */
  run: (delay: number) => void
  /** Ends a request that is under way. */
  pause: () => void
}

export const createPoller = ({ ask, interval = REFRESH_INTERVAL, random }: PollerOptions): Poller => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null

  const turn = async (run: AbortController) => {
    let wait = interval * (0.9 + 0.2 * random())
    try {
      await ask(run.signal)
      failures = 0
    } catch (error) {
      failures += 1
      const longest = Math.min(interval * 2 ** failures, MAX_WAIT)
      wait = longest * (0.5 + 0.5 * random())
      if (error instanceof DataError) wait = Math.max(wait, Math.min(error.retryAfter, MAX_WAIT))
    }
    if (!run.signal.aborted) timer = setTimeout(turn, wait, run)
  }

  return {
    run: (delay) => {
      if (running) return
      running = new AbortController()
      timer = setTimeout(turn, delay, running)
    },
    pause: () => {
      clearTimeout(timer)
      running?.abort()
      running = null
    },
  }
}

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

  const runOrPause = (name: AppDataName, delay: number) => {
    if (wanted.has(name) && page.visibilityState === 'visible') pollers[name]?.run(delay)
    else pollers[name]?.pause()
  }
  const onVisibility = () => {
    for (const name of names) runOrPause(name, 0)
  }
  page.addEventListener('visibilitychange', onVisibility)
  const stopWatching = names.map((name) =>
    store.watchDemand(name, (isWanted) => {
      if (isWanted) wanted.add(name)
      else wanted.delete(name)
      runOrPause(name, store.get(name) === null ? 0 : FIRST_REFRESH)
    }),
  )
  return () => {
    page.removeEventListener('visibilitychange', onVisibility)
    for (const stop of stopWatching) stop()
    for (const name of names) pollers[name]?.pause()
  }
}
