/** How long a page that is never idle is left alone, in milliseconds. */
const IDLE_AT_LAST = 2000

/** Calls once the page has nothing else to do. Answers how to stop. */
export const whenIdle = (call: () => void): (() => void) => {
  // Safari has no idle callback.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(call)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(call, { timeout: IDLE_AT_LAST })
  return () => cancelIdleCallback(handle)
}
