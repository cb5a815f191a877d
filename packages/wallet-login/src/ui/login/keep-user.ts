import { removeStored, store } from '@fieldhouse/contract/browser'
import type { User } from '@fieldhouse/wallets'
import { RECORDS } from '../../user/record'
import { page } from '../page'

/**
 * Stores the user's record, as the only one, and makes the user the active one. A browser that keeps nothing has the user
 * until the page is left.
 */
export const keepUser = (user: User): void => {
  let kept = false
  for (const [key, wallet] of RECORDS) {
    if (wallet === user.wallet) kept = store(key, JSON.stringify(user))
    else removeStored(key)
  }
  page().activate(user, kept)
}
