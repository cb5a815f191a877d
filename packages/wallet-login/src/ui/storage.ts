import type { WalletContext } from '@fieldhouse/wallets'

/**
 * `localStorage` for the wallets' libraries, which do not expect it to throw: where the browser allows none, or has no room
 * left, what they keep lasts as long as the page.
 */
export function guardedStorage(): WalletContext['storage'] {
  const memory = new Map<string, string>()
  const allowed = <Result>(use: () => Result): Result | null => {
    try {
      return use()
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? allowed(() => localStorage.getItem(key)),
    setItem: (key, value) => {
      memory.set(key, value)
      allowed(() => {
        localStorage.setItem(key, value)
        memory.delete(key)
      })
    },
    removeItem: (key) => {
      memory.delete(key)
      allowed(() => localStorage.removeItem(key))
    },
  }
}
