/**
 * Changes the page: as a view transition where the browser has them, the visitor allows motion and the device keeps up, else
 * at once.
 *
 * A transition shows the next page some frames later than it could be shown: it takes pictures of the old page and the new.
 * Where a task took longer than 50 ms (Long Tasks, section 1) since the page was made, or since the one before it was
 * changed, these frames would be late, and the visitor would wait to see things move.
 */
export function createTransition(window: Window): (change: () => void) => Promise<void> {
  const { document } = window
  let isLate = false
  // Where nothing is told of long tasks there is no reason to do without.
  new PerformanceObserver(() => {
    isLate = true
  }).observe({ type: 'longtask', buffered: true })
  return async (change) => {
    const wasLate = isLate
    isLate = false
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const isSeen = document.visibilityState === 'visible'
    if (wasLate || isStill || !isSeen || !document.startViewTransition) return change()
    const { updateCallbackDone, ready, finished } = document.startViewTransition(change)
    // A transition that is skipped has changed the page all the same.
    for (const animated of [ready, finished]) animated.catch(() => {})
    await updateCallbackDone
  }
}
