import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  addEventListener('scroll', listener, { passive: true })
  return () => removeEventListener('scroll', listener)
}

/** Whether the page is scrolled at all: the header is then opaque (specification, section 2, Header). */
export const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => scrollY > 0,
    () => false,
  )
