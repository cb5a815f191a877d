import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'

/** Where the purchases stand that were signed and whose end this browser does not know (`chain-data/src/kept`). */
const KEY = 'fieldhouse.pending'

/**
 * Finds out, on whatever page a visitor comes back to, what became of the purchases that they had signed and whose end this
 * browser does not know. Pages that buy do it by themselves, where the drop is shown. What does it is fetched only where
 * something is kept.
 */
export function lookUpPending(): void {
  subscribeToUser(look)
  look()
}

function look(): void {
  const user = getUser()
  if (!user || !isKept(user.accountName) || document.querySelector('[data-buys]')) return
  // What cannot be found out now is looked up on the next page.
  import(/* webpackChunkName: "resume" */ './resume').then(
    ({ resume }) => resume(user.accountName),
    () => {},
  )
}

const isKept = (account: string): boolean => {
  try {
    return localStorage.getItem(KEY)?.includes(`"${account}"`) ?? false
  } catch {
    return false
  }
}
