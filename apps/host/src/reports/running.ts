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
  /** @returns what says that it has ended */
  begin: (edition: string) => () => void
}

/**
 * A release that hangs takes the page's one thread, and nothing on the page can tell it. So it is noted before, and the note
 * erased after; one that is found was never erased.
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
  const editions: string[] = []
  let isLeft = false
  const write = () => {
    const isNoted = editions.length > 0 && !isLeft && window.document.visibilityState === 'visible'
    try {
      if (isNoted) {
        const named = [...new Set(editions)]
        const note: RunningNote = { ...describe(named), editions: named }
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
    begin(edition) {
      editions.push(edition)
      write()
      let hasEnded = false
      return () => {
        if (hasEnded) return
        hasEnded = true
        editions.splice(editions.indexOf(edition), 1)
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
