import { createListeners } from './cell'
import type { Clock } from './clock'

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
    tell()
  }
  const { subscribe, tell } = createListeners((isWanted) => {
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
