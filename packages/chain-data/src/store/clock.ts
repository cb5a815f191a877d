import { createListeners } from './store'

/**
 * The gateway's time, kept in the browser. The chain's clock decides when a sale starts, and the gateway follows it; the
 * visitor's clock may be anything, so between two words from the gateway a monotonic clock counts on.
 */
export interface Clock {
  /** Epoch milliseconds; the visitor's clock as long as the gateway has not been heard. */
  now: () => number
  /**
   * Takes note that the gateway's time is now between two moments (epoch milliseconds), and moves no further than that
   * takes: the bounds of several answers narrow it down below the second that a `Date` header has.
   */
  observe: (earliest: number, latest?: number) => void
  subscribe: (listener: () => void) => () => void
}

/** @param monotonic milliseconds since some start, never set back */
export const createClock = (
  monotonic: () => number = () => performance.now(),
  wall: () => number = () => Date.now(),
): Clock => {
  /** The gateway's time when the monotonic clock was 0; null until the gateway is heard. */
  let origin: number | null = null
  const { subscribe, emit } = createListeners()
  return {
    now: () => (origin === null ? wall() : Math.round(origin + monotonic())),
    observe: (earliest, latest = Number.POSITIVE_INFINITY) => {
      if (!Number.isFinite(earliest) || latest < earliest) return
      const now = monotonic()
      const before = origin
      origin = Math.min(Math.max(origin ?? earliest - now, earliest - now), latest - now)
      if (origin !== before) emit()
    },
    subscribe,
  }
}

const SECOND = 1000

/** One beat for everything that counts seconds: no timer runs while nobody listens. */
export interface Ticker {
  /** The gateway's time as of the last beat, at a whole second (epoch milliseconds). The same value until the next beat. */
  now: () => number
  subscribe: (listener: () => void) => () => void
}

export const createTicker = (clock: Clock): Ticker => {
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
    now: () => {
      if (!isTicking) second = read()
      return second
    },
    subscribe,
  }
}
