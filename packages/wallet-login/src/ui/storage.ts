/**
 * `localStorage` for the wallets' libraries, which do not expect it to throw: where the browser allows none, or has no room
 * left, what they keep lasts as long as the page.
 */
export function guardedStorage(): Storage {
  const memory = new Map<string, string>()
  const browsers = (): Storage | null => {
    try {
      return localStorage
    } catch {
      return null
    }
  }
  const keys = () => {
    const stored = browsers()
    const names = stored ? Array.from({ length: stored.length }, (_, index) => stored.key(index) ?? '') : []
    return [...new Set([...names, ...memory.keys()])]
  }
  return {
    get length() {
      return keys().length
    },
    key: (index) => keys()[index] ?? null,
    getItem: (key) => memory.get(key) ?? browsers()?.getItem(key) ?? null,
    setItem: (key, value) => {
      try {
        localStorage.setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, String(value))
      }
    },
    removeItem: (key) => {
      memory.delete(key)
      browsers()?.removeItem(key)
    },
    clear: () => {
      memory.clear()
      browsers()?.clear()
    },
  }
}
