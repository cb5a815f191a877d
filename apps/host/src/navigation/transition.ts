/** Changes the page: as a view transition where the browser has them and the visitor allows motion, else at once. */
export function createTransition(window: Window): (change: () => void) => Promise<void> {
  const { document } = window
  return async (change) => {
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill || document.visibilityState !== 'visible' || !document.startViewTransition) return change()
    const { updateCallbackDone, ready, finished } = document.startViewTransition(change)
    // A transition that is skipped has changed the page all the same.
    for (const animated of [ready, finished]) animated.catch(() => {})
    await updateCallbackDone
  }
}
