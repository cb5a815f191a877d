import { abortable, wait } from '@fieldhouse/chain-data'

/** What a promise comes to, unless the signal is aborted first. */
export const unlessAborted = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  abortable(signal, (resolve, reject) => void promise.then(resolve, reject))

/** Waits, but no longer than until the page is shown or online again. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  const shown = () => {
    if (document.visibilityState === 'visible') end()
  }
  document.addEventListener('visibilitychange', shown, { signal: over.signal })
  addEventListener('online', end, { signal: over.signal })
  await wait(milliseconds, AbortSignal.any([signal, over.signal])).catch(() => signal.throwIfAborted())
  end()
}
