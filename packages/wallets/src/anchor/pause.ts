/**
 * A promise that rejects as soon as a signal is aborted.
 *
 * @param begin starts what resolves it, and answers how to stop that
 */
export function abortable<T>(
  signal: AbortSignal,
  // biome-ignore lint/suspicious/noConfusingVoidType: there may be nothing to stop.
  begin: (resolve: (value: T) => void, reject: (reason: unknown) => void) => (() => void) | void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const aborted = () => {
      stop?.()
      reject(signal.reason)
    }
    signal.addEventListener('abort', aborted, { once: true })
    const settle =
      <V>(end: (value: V) => void) =>
      (value: V) => {
        signal.removeEventListener('abort', aborted)
        end(value)
      }
    const stop = begin(settle(resolve), settle(reject))
  })
}

/** What a promise comes to, unless the signal is aborted first. */
export const unlessAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  abortable(signal, (resolve, reject) => void promise.then(resolve, reject))

/** Waits, but no longer than until the page is shown or online again. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable(signal, (resolve) => {
    const end = () => {
      stop()
      resolve()
    }
    const shown = () => {
      if (document.visibilityState === 'visible') end()
    }
    const timer = setTimeout(end, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', shown)
      removeEventListener('online', end)
    }
    document.addEventListener('visibilitychange', shown)
    addEventListener('online', end)
    return stop
  })
}
