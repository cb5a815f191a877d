/** How long a page may grow to where it was scrolled to, milliseconds: its islands are loaded by then, or it is looked at as it is. */
const LONGEST = 3000

/** That somebody scrolls, or is about to. */
const SCROLLING = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/** Where each history entry of this document was scrolled to. */
export interface ScrollPositions {
  /** Notes the position of the entry that is shown. */
  note: () => void
  /** Marks a new entry as shown. @returns the state to give to `history.pushState` */
  enter: () => { fieldhouse: number }
  /** Marks the entry with this state as shown, and scrolls to where it was, as soon as the page is as high. */
  restore: (state: unknown) => void
}

/**
 * The browser would restore the position before the page has its content, so it is done here, for as long as the
 * document lives; when it goes, the browser takes over again, also for the back-forward cache and for reloads.
 */
export function createScrollPositions(window: Window): ScrollPositions {
  const positions = new Map<number, { x: number; y: number }>()
  let shown = entryOf(window.history.state) ?? 0
  let last = shown
  window.history.replaceState({ fieldhouse: shown }, '')
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', () => {
    window.history.scrollRestoration = 'auto'
  })
  window.addEventListener('pageshow', () => {
    window.history.scrollRestoration = 'manual'
  })
  const note = () => positions.set(shown, { x: window.scrollX, y: window.scrollY })
  window.addEventListener('scrollend', note, { passive: true })
  let stop = () => {}
  /** Scrolls there, and again as the page grows: what its islands show comes after it. */
  const reach = (x: number, y: number) => {
    stop()
    window.scrollTo(x, y)
    const isThere = () => window.scrollY >= Math.floor(y)
    if (isThere()) return
    const observer = new ResizeObserver(() => {
      window.scrollTo(x, y)
      if (isThere()) stop()
    })
    const timer = setTimeout(() => stop(), LONGEST)
    const end = () => stop()
    for (const sign of SCROLLING) window.addEventListener(sign, end, { passive: true })
    stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const sign of SCROLLING) window.removeEventListener(sign, end)
      stop = () => {}
    }
    observer.observe(window.document.body)
  }
  return {
    note,
    enter() {
      stop()
      last = Math.max(last, shown) + 1
      shown = last
      return { fieldhouse: shown }
    },
    restore(state) {
      shown = entryOf(state) ?? 0
      const { x, y } = positions.get(shown) ?? { x: 0, y: 0 }
      reach(x, y)
    },
  }
}

function entryOf(state: unknown): number | null {
  const entry = (state as { fieldhouse?: unknown } | null)?.fieldhouse
  return typeof entry === 'number' ? entry : null
}
