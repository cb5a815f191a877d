/** Waits; rejects with the signal's reason when it is aborted. */
export const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  abortable(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    return () => clearTimeout(timer)
  })

/**
 * A promise that rejects with the signal's reason as soon as it is aborted.
 *
 * @param begin starts what resolves it, unless the signal is aborted, and answers how to stop that
 */
export const abortable = <Value>(
  signal: AbortSignal | undefined,
  // biome-ignore lint/suspicious/noConfusingVoidType: there may be nothing to stop.
  begin: (resolve: (value: Value) => void, reject: (reason: unknown) => void) => (() => void) | void,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    let stop: ReturnType<typeof begin>
    const stopped = () => {
      reject(signal?.reason)
      stop?.()
    }
    const ending =
      <Outcome>(end: (outcome: Outcome) => void) =>
      (outcome: Outcome) => {
        signal?.removeEventListener('abort', stopped)
        end(outcome)
      }
    signal?.addEventListener('abort', stopped, { once: true })
    stop = begin(ending(resolve), ending(reject))
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
