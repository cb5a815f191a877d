import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/**
 * False while prerendering and while hydrating, true from the first render after hydration on, and true at once in a
 * root that is rendered by the client alone. What differs between the fragment and the live page hangs on it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}
