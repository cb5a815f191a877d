import { useSyncExternalStore } from 'react'

/** As the last scroll left it. To ask the window makes it lay the page out, which a page that comes has not been yet. */
let isScrolled = false

const subscribe = (listener: () => void) => {
  const look = () => {
    isScrolled = scrollY > 0
    listener()
  }
  look()
  addEventListener('scroll', look, { passive: true })
  return () => removeEventListener('scroll', look)
}

/** Whether the page is scrolled at all: the header is then opaque (specification, section 2, Header). */
export const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isScrolled,
    () => false,
  )
