import type { ViewStart } from './views'

/** Where the note stands while code of a release is about to run for the first time: the tab's own storage. */
const KEY = 'fieldhouse.running'

/** The form of the note; another release of the host may write another one. */
const VERSION = 1

/** Longest time between a note and the document that finds it, milliseconds: what a session is restored with later is old. */
const LONGEST = 300_000

/** What was running, of the view that it was running in. */
export interface RunningNote extends ViewStart {
  /** Whether that view was one of those that are reported. */
  isReporting: boolean
  editions: string[]
}

/** Notes whose code is running, so that a document whose thread hung is known to the next one of its tab. */
export interface Running {
  /** What the document before was running when it ended without having been left. */
  readonly left: RunningNote | null
  /**
   * @param isRendering whether React renders a root of the edition; otherwise code of it is loaded, or runs effects
   * @returns what says that it has ended
   */
  begin: (edition: string, isRendering?: boolean) => () => void
}

/**
 * A release that hangs takes the page's one thread, and nothing on the page can tell it. So it is noted before, and the note
 * erased after; one that is found was never erased.
 *
 * Several are often on their way at once, and the page's thread is in one of them. Where roots are rendered it is in the one
 * that was opened first, as React renders one after the other; what is loaded meanwhile mostly waits for the network. So that
 * root's edition alone is noted; where none is rendered, every edition is.
 *
 * It is erased too when the page is left, closed, loaded anew or hidden, and never written while it is hidden: a living thread
 * runs `pagehide` and `visibilitychange`, whatever is on its way, and a hung one never does. Browsers discard pages, and end
 * what is in the background, only while it is hidden. What is left are a browser that crashed and one that was killed in this
 * moment: a session that is restored later than five minutes after counts for nothing.
 *
 * @param describe the view that is shown, with the releases of these editions
 */
export function createRunning(
  window: Window,
  describe: (editions: readonly string[]) => Omit<RunningNote, 'editions'>,
  now: () => number = Date.now,
): Running {
  let running: { edition: string; isRendering?: boolean | undefined }[] = []
  let isLeft = false
  const write = () => {
    const isNoted = running.length > 0 && !isLeft && window.document.visibilityState === 'visible'
    try {
      if (isNoted) {
        const rendered = running.find(({ isRendering }) => isRendering)
        const editions = rendered ? [rendered.edition] : [...new Set(running.map(({ edition }) => edition))]
        const note: RunningNote = { ...describe(editions), editions }
        window.sessionStorage.setItem(KEY, JSON.stringify({ version: VERSION, at: now(), ...note }))
      } else window.sessionStorage.removeItem(KEY)
    } catch {
      // Storage is refused or full: no note is written.
    }
  }
  const left = read(window, now())
  write()
  window.document.addEventListener('visibilitychange', write)
  for (const type of ['pagehide', 'pageshow'] as const) {
    window.addEventListener(type, () => {
      isLeft = type === 'pagehide'
      write()
    })
  }
  return {
    left,
    begin(edition, isRendering) {
      const one = { edition, isRendering }
      running = [...running, one]
      write()
      return () => {
        running = running.filter((other) => other !== one)
        write()
      }
    },
  }
}

function read(window: Window, now: number): RunningNote | null {
  try {
    const note = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null')
    if (note?.version !== VERSION || !(now - note.at < LONGEST)) return null
    const { path, releases, navigation, isReporting, editions } = note as RunningNote
    return { path, releases, navigation, isReporting, editions }
  } catch {
    // Refused, or not ours.
    return null
  }
}
