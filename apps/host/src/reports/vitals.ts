import type { Vitals } from '@fieldhouse/contract'

/** A layout shift (Layout Instability). */
interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}

/** An event of an interaction (Event Timing). */
interface Timing extends PerformanceEntry {
  interactionId: number
}

/** A session of shifts ends after so long without one, and after so long in all, milliseconds (web.dev, "Cumulative Layout Shift"). */
const SHIFT_GAP = 1000
const SHIFT_SESSION = 5000

/** Of so many interactions one may be worse than what is told (web.dev, "Interaction to Next Paint"). */
const INTERACTIONS_A_LAPSE = 50

/** The shortest interaction that browsers tell of, milliseconds (Event Timing, "durationThreshold"). */
const SHORTEST = 16

/**
 * Web vitals of one view after the other. What the field uses tells those of a document, and views of ours are many in one.
 *
 * @param isSeen whether the document was visible from its beginning on: otherwise its largest paint waited for somebody to look
 * @returns what answers the vitals since it was called last: the first time with what was before it was there
 */
export function observeVitals(window: Window & typeof globalThis, isSeen: boolean): () => Vitals {
  const { performance, PerformanceObserver } = window
  const [load] = performance.getEntriesByType('navigation') as (PerformanceEntry & { activationStart?: number })[]
  let from = 0
  let lcp: number | undefined
  let cls = 0
  let session: { value: number; first: number; last: number } | undefined
  let interactions = new Map<number, number>()

  const supported = PerformanceObserver?.supportedEntryTypes ?? []
  const observers: [PerformanceObserver, (entries: PerformanceEntryList) => void][] = []
  const observe = (type: string, take: (entry: never) => void) => {
    if (!supported.includes(type)) return
    const each = (entries: PerformanceEntryList) => {
      for (const entry of entries) if (entry.startTime >= from) take(entry as never)
    }
    const observer = new PerformanceObserver((list) => each(list.getEntries()))
    observer.observe({ type, buffered: true, durationThreshold: SHORTEST } as PerformanceObserverInit)
    observers.push([observer, each])
  }
  observe('largest-contentful-paint', ({ startTime }: PerformanceEntry) => {
    if (isSeen && from === 0) lcp = Math.max(0, startTime - (load?.activationStart ?? 0))
  })
  observe('layout-shift', ({ value, hadRecentInput, startTime }: Shift) => {
    if (hadRecentInput) return
    if (!session || startTime - session.last >= SHIFT_GAP || startTime - session.first >= SHIFT_SESSION)
      session = { value: 0, first: startTime, last: startTime }
    session.value += value
    session.last = startTime
    cls = Math.max(cls, session.value)
  })
  observe('event', ({ interactionId, duration }: Timing) => {
    if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  })

  return () => {
    for (const [observer, each] of observers) each(observer.takeRecords())
    const longest = [...interactions.values()].sort((left, right) => right - left)
    const inp = longest[Math.floor(longest.length / INTERACTIONS_A_LAPSE)]
    const vitals: Vitals = {
      ...(lcp !== undefined && { lcp: Math.round(lcp) }),
      ...(inp !== undefined && { inp: Math.round(inp) }),
      ...(supported.includes('layout-shift') && { cls: Math.round(cls * 10_000) / 10_000 }),
    }
    from = performance.now()
    lcp = undefined
    cls = 0
    session = undefined
    interactions = new Map()
    return vitals
  }
}
