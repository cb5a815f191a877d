const allowed = <Result>(use: () => Result): Result | undefined => {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** What `localStorage` keeps under a key; null for nothing, and where the browser allows no storage. */
export const readStored = (key: string): string | null => allowed(() => localStorage.getItem(key)) ?? null

/** All that `localStorage` keeps: texts by key. */
export const allStored = (): [key: string, text: string][] => allowed(() => Object.entries(localStorage)) ?? []

/** Keeps a text in `localStorage`. False where the browser allows none, or has no room left. */
export const store = (key: string, text: string): boolean =>
  allowed(() => {
    localStorage.setItem(key, text)
    return true
  }) ?? false

/** Removes what `localStorage` keeps under a key. */
export const removeStored = (key: string): void => allowed(() => localStorage.removeItem(key))
