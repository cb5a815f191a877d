import type { Trigger } from './trigger'

/** The longest wait for an idle page, milliseconds. */
const IDLE_AT_LAST = 2000

/** Once the page has nothing else to do. */
export const idle: Trigger = (_, load) => {
  // Safari has no idle callback.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(load)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(load, { timeout: IDLE_AT_LAST })
  return () => cancelIdleCallback(handle)
}
