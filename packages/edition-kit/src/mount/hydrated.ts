import { useDeferredValue, useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * False while prerendering and while hydrating, true from a later render on, which is made in pieces and lets the visitor's
 * presses in between; true at once in a root that is rendered by the client alone. What differs between the fragment and the
 * live page hangs on it.
 */
export function useHydrated(): boolean {
  const hydrated = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return useDeferredValue(hydrated)
}
