import { DataError } from '../request/data-error'

/** How often an open page asks for what it shows, in milliseconds. */
export const REFRESH_INTERVAL = 3000
/** How often it asks for what is not about a sale: partners and posts, in milliseconds. */
export const SLOW_REFRESH_INTERVAL = 60_000
/** The first question of a page, which came with its data. */
export const FIRST_REFRESH = 1000
/** The longest wait between two attempts that fail. */
export const MAX_WAIT = 60_000

export interface PollerOptions {
  /** Asks, and is done when the answer is where it belongs. */
  ask: (signal: AbortSignal) => Promise<unknown>
  /** Milliseconds between two questions. @default REFRESH_INTERVAL */
  interval?: number
  /** 0 to 1: spreads what many pages would do at the same moment. */
  random: () => number
}

/** Asks one question again and again while it runs: one request at a time. */
export interface Poller {
  /** Does nothing when it runs. @param delay milliseconds until the first question */
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
