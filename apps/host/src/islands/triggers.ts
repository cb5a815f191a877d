import { whenIdle } from '@fieldhouse/contract/browser'

/**
 * When an island's code is loaded.
 *
 * @param element the island's, in the page
 * @param load called once
 * @returns what forgets the island: it has left the page
 */
export type Trigger = (element: HTMLElement, load: () => void) => () => void

/** Once the page has nothing else to do. */
export const idle: Trigger = (_, load) => whenIdle(load)

/** Once a pointer or the focus comes near: into the element that the island stands in. */
export const intent: Trigger = (element, load) => {
  const near = new AbortController()
  for (const type of ['pointerenter', 'pointerdown', 'focusin']) {
    element.parentElement?.addEventListener(
      type,
      ({ target }) => {
        // A page that comes has its focus moved to its heading or to itself: nobody has come near anything.
        if (type === 'focusin' && (target as HTMLElement).tabIndex < 0) return
        near.abort()
        load()
      },
      { signal: near.signal, passive: true },
    )
  }
  return () => near.abort()
}

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
