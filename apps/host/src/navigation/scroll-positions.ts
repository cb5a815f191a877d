/** For how long a page keeps the height that its place needs, milliseconds: by then its islands have come, or it is looked at as it is. */
const LONGEST = 3000

/** Where each history entry of this document was scrolled to. */
export interface ScrollPositions {
  /** Notes the position of the entry that is shown. */
  note: () => void
  /** Marks a new entry as shown. @returns the state to give to `history.pushState` */
  enter: () => { fieldhouse: number }
  /**
   * Marks the entry with this state as shown, makes the page high enough for a while, and scrolls to where it was.
   *
   * @returns false where nobody knows that, as of what was shown before a reload
   */
  restore: (state: unknown) => boolean
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
  const { style } = window.document.body
  let timer: ReturnType<typeof setTimeout>
  const holdHeight = (height: string) => {
    clearTimeout(timer)
    style.minBlockSize = height
  }
  return {
    note,
    enter() {
      holdHeight('')
      last = Math.max(last, shown) + 1
      shown = last
      return { fieldhouse: shown }
    },
    restore(state) {
      shown = entryOf(state) ?? 0
      const position = positions.get(shown)
      if (!position) return false
      // What its islands show comes after it.
      holdHeight(`${position.y + window.innerHeight}px`)
      window.scrollTo(position.x, position.y)
      timer = setTimeout(holdHeight, LONGEST, '')
      return true
    },
  }
}

function entryOf(state: unknown): number | null {
  const entry = (state as { fieldhouse?: unknown } | null)?.fieldhouse
  return typeof entry === 'number' ? entry : null
}
