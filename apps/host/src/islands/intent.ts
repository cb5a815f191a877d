import type { Trigger } from './trigger'

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
