import { createListeners } from './store'

/**
 * The gateway's time, kept in the browser. The chain's clock decides when a sale starts, and the gateway follows it; the
 * visitor's clock may be anything, so between two words from the gateway a monotonic clock counts on.
 */
export type Clock = ReturnType<typeof createClock>

export const createClock = () => {
  /** The gateway's time when the monotonic clock was 0; null until the gateway is heard. */
  let origin: number | null = null
  const { subscribe, emit } = createListeners()
  return {
    /** Epoch milliseconds; the visitor's clock as long as the gateway has not been heard. */
    now: (): number => (origin === null ? Date.now() : Math.round(origin + performance.now())),
    /**
     * Takes note that the gateway's time is now between two moments (epoch milliseconds), and moves no further than that
     * takes: the bounds of several answers narrow it down below the second that a `Date` header has.
     */
    observe: (earliest: number, latest = Number.POSITIVE_INFINITY): void => {
      if (!Number.isFinite(earliest) || latest < earliest) return
      const now = performance.now()
      const before = origin
      origin = Math.min(Math.max(origin ?? earliest - now, earliest - now), latest - now)
      if (origin !== before) emit()
    },
    subscribe,
  }
}

const SECOND = 1000

/** One beat for everything that counts seconds: no timer runs while nobody listens. */
export const createTicker = (clock: Clock) => {
  let second = 0
  let isTicking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopFollowing: (() => void) | undefined

  const read = () => Math.floor(clock.now() / SECOND) * SECOND
  const beat = () => {
    clearTimeout(timer)
    // Planned anew each time, to the start of the gateway's next second: it cannot drift.
    timer = setTimeout(beat, SECOND - (clock.now() % SECOND))
    const now = read()
    if (now === second) return
    second = now
    emit()
  }
  const { subscribe, emit } = createListeners((isWanted) => {
    isTicking = isWanted
    if (isWanted) {
      stopFollowing = clock.subscribe(beat)
      beat()
    } else {
      clearTimeout(timer)
      stopFollowing?.()
    }
  })

  return {
    /** The gateway's time as of the last beat, at a whole second (epoch milliseconds). The same value until the next beat. */
    now: (): number => {
      if (!isTicking) second = read()
      return second
    },
    subscribe,
  }
}
