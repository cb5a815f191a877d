import { DataError } from './request'
import type { AppDataName } from './store/app-data'
import type { Store } from './store/store'

/** How often an open page asks for what it follows, in milliseconds: {@link paceOf} says when. */
export const PACE = { soon: 3000, usual: 5000, calm: 15_000 } as const
/** The same for what is not about a sale: partners and posts. */
export const SLOW_REFRESH_INTERVAL = 60_000
/** The first request of a page, which came with its data. */
export const FIRST_REFRESH = 1000
/** The longest wait between two attempts that fail. */
export const MAX_WAIT = 60_000

const MINUTE = 60_000

/**
 * How long an open page waits between two requests: least in the minute around an opening or an end, most when for a minute
 * nobody has looked at the page and no drop has changed.
 *
 * @param turns when drops open and end, epoch milliseconds
 * @param busyAt when somebody looked or a drop changed last
 */
export const paceOf = (now: number, turns: readonly number[], busyAt: number): number => {
  if (turns.some((at) => Math.abs(at - now) < MINUTE)) return PACE.soon
  return now - busyAt < MINUTE ? PACE.usual : PACE.calm
}

export type Poller = ReturnType<typeof createPoller>

/**
 * Repeats a request while it runs, one at a time. Chance spreads what many pages would do at the same moment.
 *
 * @param ask is done when the answer is where it belongs
 * @param interval milliseconds between two requests from now on
 */
export const createPoller = (ask: (signal: AbortSignal) => Promise<unknown>, interval: () => number) => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the next request is due, by the monotonic clock; Infinity while none is planned. */
  let dueAt = Number.POSITIVE_INFINITY
  /** The longest wait that was asked for while a request is under way; null while none is. */
  let within: number | null = null
  let running: AbortController | null = null

  const plan = (delay: number) => {
    if (within !== null) {
      within = Math.min(within, delay)
      return
    }
    const at = performance.now() + delay
    if (at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    timer = setTimeout(turn, delay, running as AbortController)
  }

  const turn = async (run: AbortController) => {
    dueAt = Number.POSITIVE_INFINITY
    within = Number.POSITIVE_INFINITY
    let wait = 0
    try {
      await ask(run.signal)
      failures = 0
      wait = interval() * (0.9 + 0.2 * Math.random())
    } catch (error) {
      if (run.signal.aborted) return
      failures += 1
      const longest = Math.min(PACE.soon * 2 ** failures, MAX_WAIT)
      wait = longest * (0.5 + 0.5 * Math.random())
      if (error instanceof DataError) wait = Math.max(wait, Math.min(error.retryAfter, MAX_WAIT))
    }
    if (run.signal.aborted) return
    const longest = within
    within = null
    plan(Math.min(wait, longest))
  }

  return {
    /** Has it run, and ask within so many milliseconds, or right after a request that is under way. */
    run: (delay: number): void => {
      running ??= new AbortController()
      plan(delay)
    },
    /** Brings the next request forward to so many milliseconds, unless it waits because the last one failed. */
    hurry: (delay: number): void => {
      if (running && failures === 0) plan(delay)
    },
    /** Ends a request that is under way. */
    pause: (): void => {
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      within = null
      running?.abort()
      running = null
    },
  }
}

/**
 * Lets the poller run while somebody listens to one of the names and the page can be seen. A page that comes back into view
 * asks at once, and so does who listens to a name that nothing is known of yet.
 *
 * @returns the names that somebody listens to, and how to stop
 */
export const refreshWhileWatched = (
  names: readonly AppDataName[],
  poller: Pick<Poller, 'run' | 'pause'>,
  store: Pick<Store, 'get' | 'watchDemand'>,
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
) => {
  const wanted = new Set<AppDataName>()

  const runOrPause = (delay: number) => {
    if (wanted.size > 0 && page.visibilityState === 'visible') poller.run(delay)
    else poller.pause()
  }
  const onVisibility = () => runOrPause(0)
  page.addEventListener('visibilitychange', onVisibility)
  const stopWatching = names.map((name) =>
    store.watchDemand(name, (isWanted) => {
      if (isWanted) wanted.add(name)
      else wanted.delete(name)
      if (isWanted) runOrPause(store.get(name) === null ? 0 : FIRST_REFRESH)
      else if (wanted.size === 0) poller.pause()
    }),
  )
  return {
    wanted,
    stop: () => {
      page.removeEventListener('visibilitychange', onVisibility)
      for (const stop of stopWatching) stop()
      poller.pause()
    },
  }
}
