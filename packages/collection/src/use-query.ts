import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('popstate', listener)
  return () => removeEventListener('popstate', listener)
}

/** A parameter of the page's address; empty while hydrating: the composed page is one for all. */
export const useQuery = (name: string): string =>
  useSyncExternalStore(
    subscribe,
    () => new URLSearchParams(location.search).get(name) ?? '',
    () => '',
  )
