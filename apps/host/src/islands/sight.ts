import type { Trigger } from './trigger'

/** How far below the window an island counts as seen: its code is there when it is. */
const AHEAD = '200px'

/** Once the island can be seen, or nearly. */
export const sight: Trigger = (element, load) => {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      load()
    },
    { rootMargin: AHEAD },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
