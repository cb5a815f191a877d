import { activate, RECORDS } from '@fieldhouse/wallet-login'
import type { User } from '@fieldhouse/wallets'

/**
 * Stores the user's record, as the only one, and makes the user the active one. A browser that keeps nothing has the user
 * until the page is left.
 */
export const keepUser = (user: User): void => {
  let kept = true
  try {
    for (const [key, wallet] of RECORDS) {
      if (wallet === user.wallet) localStorage.setItem(key, JSON.stringify(user))
      else localStorage.removeItem(key)
    }
  } catch {
    kept = false
  }
  activate(user, kept)
}
