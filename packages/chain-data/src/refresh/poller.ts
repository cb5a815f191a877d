import { type Answer, fetchRows, RefusedError } from './fetch-rows'

/** How often an open page asks for what it shows. */
export const REFRESH_INTERVAL = 3000
/** The first question of a page, which came with its data. */
export const FIRST_REFRESH = 1000
/** The longest wait between two attempts that fail. */
export const MAX_WAIT = 60_000

export interface PollerOptions {
  address: string
  /** Called with every answer, a 304 as well: its rows are null. */
  onAnswer: (answer: Answer) => void
  fetch: typeof fetch
  /** 0 to 1: spreads what many pages would do at the same moment. */
  random: () => number
}

/** Asks for one table again and again while it runs: one request at a time. */
export interface Poller {
  /** Does nothing when it runs. @param delay milliseconds until the first question */
  run: (delay: number) => void
  /** Ends a request that is under way. */
  pause: () => void
}

export const createPoller = ({ address, onAnswer, fetch, random }: PollerOptions): Poller => {
  let etag: string | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null

  const ask = async (run: AbortController) => {
    let wait = REFRESH_INTERVAL * (0.9 + 0.2 * random())
    try {
      const answer = await fetchRows(address, etag, run.signal, fetch)
      if (run.signal.aborted) return
      failures = 0
      etag = answer.etag
      onAnswer(answer)
    } catch (error) {
      if (run.signal.aborted) return
      failures += 1
      const longest = Math.min(REFRESH_INTERVAL * 2 ** failures, MAX_WAIT)
      wait = longest * (0.5 + 0.5 * random())
      if (error instanceof RefusedError) wait = Math.max(wait, Math.min(error.retryAfter, MAX_WAIT))
    }
    timer = setTimeout(ask, wait, run)
  }

  return {
    run: (delay) => {
      if (running) return
      running = new AbortController()
      timer = setTimeout(ask, delay, running)
    },
    pause: () => {
      clearTimeout(timer)
      running?.abort()
      running = null
    },
  }
}
