/**
 * Calls the listener when another tab changes what is kept, and when a page comes back that the browser had set aside (bfcache):
 * such a page hears of nothing.
 *
 * @param isMeant whether the listener is about a key
 * @returns how to stop
 */
export const subscribeToStorage = (isMeant: (key: string) => boolean, listener: () => void): (() => void) => {
  // A null key: everything was cleared.
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || isMeant(key)) listener()
  }
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  addEventListener('storage', onStorage)
  addEventListener('pageshow', onShow)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', onShow)
  }
}
