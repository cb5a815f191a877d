import { POLLING_INTERVAL, POLLING_LAST_ATTEMPT, POLLING_STEADY_ATTEMPTS } from '@fieldhouse/contract/constants'
import { type Wait, wait as waitForTimer } from '../waiting'

export interface PollingOptions<Value> {
  /** Asks for the value as it is now: not out of a cache. */
  read: (signal: AbortSignal) => Promise<Value>
  /** The value until now. */
  cached: Value
  /** Called once with a value that differs. @default nothing: the answers of `read` are in the shared data already */
  store?: (value: Value) => void
  /** @default by what the values hold */
  isSame?: (a: Value, b: Value) => boolean
  /** Ends the polling. */
  signal?: AbortSignal | undefined
  /** The clock. @default timers */
  wait?: Wait | undefined
}

/** How a polling ended. */
export interface Polled {
  /** False when it was given up: what is stored is what was cached. */
  isChanged: boolean
  /** How many times was asked, 1 to {@link POLLING_LAST_ATTEMPT}. */
  attempts: number
  /** What went wrong at the last attempt; null for nothing. */
  error: unknown
}

/**
 * How long to wait after an attempt that brought nothing new, in milliseconds: six times a second, then 2 s, 3 s and so on
 * (specification, section 7).
 *
 * @param attempt from 1
 */
export const waitAfter = (attempt: number): number =>
  POLLING_INTERVAL * Math.max(1, attempt - POLLING_STEADY_ATTEMPTS + 1)

/**
 * Asks again until the answer differs from what was cached, and then stores it; gives up at the 11th attempt. An attempt
 * that fails counts as one that brought nothing new.
 *
 * @throws the signal's reason when that says so
 */
export const pollUntilChanged = async <Value>({
  read,
  cached,
  store,
  isSame = isEqual,
  signal = new AbortController().signal,
  wait = waitForTimer,
}: PollingOptions<Value>): Promise<Polled> => {
  for (let attempt = 1; ; attempt += 1) {
    let error: unknown = null
    try {
      const value = await read(signal)
      signal.throwIfAborted()
      if (!isSame(value, cached)) {
        store?.(value)
        return { isChanged: true, attempts: attempt, error }
      }
    } catch (failure) {
      signal.throwIfAborted()
      error = failure
    }
    if (attempt === POLLING_LAST_ATTEMPT) return { isChanged: false, attempts: attempt, error }
    await wait(waitAfter(attempt), signal)
  }
}

/** Whether two answers say the same: values, lists and plain objects by what they hold. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const before = Object.entries(a)
  return (
    before.length === Object.keys(b).length &&
    before.every(([key, value]) => Object.hasOwn(b, key) && isEqual(value, b[key as keyof typeof b]))
  )
}
