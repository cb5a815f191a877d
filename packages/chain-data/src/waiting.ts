/** Waits; rejects with the signal's reason when that says so. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>

export const wait: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })

/**
 * What is promised, if it comes within so many milliseconds: an import, an injected wallet or a style sheet may never come.
 * What comes later is ignored, and nothing is stopped.
 *
 * @param subject what is being done, for the message
 */
export const within = <Value>(milliseconds: number, promised: Promise<Value>, subject: string): Promise<Value> =>
  new Promise((resolve, reject) => {
    const late = () => reject(new Error(`${subject}: no answer in ${milliseconds} ms`))
    const timer = setTimeout(late, milliseconds)
    promised.then(resolve, reject).finally(() => clearTimeout(timer))
  })
