import { vi } from 'vitest'

/** Milliseconds of the fake clock between two looks; small, so that real work gets its turn before a time-out is reached. */
const STEP = 250

/** Lets fake timers run until the promise is settled. Work that no timer bounds, such as hashing, takes the time it takes. */
export async function outcome<T>(promise: Promise<T>): Promise<T> {
  let settled = false
  const watched = promise.finally(() => {
    settled = true
  })
  watched.catch(() => undefined)
  while (!settled) await vi.advanceTimersByTimeAsync(STEP)
  return watched
}
