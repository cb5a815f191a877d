import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'

/** Where the purchases stand that a wallet was asked for, and those whose end nobody knows (`chain-data/src/kept`). */
const KEYS = ['fieldhouse.asked', 'fieldhouse.pending']

/**
 * Finds out, on whatever page a visitor comes back to, what became of the purchases that they had asked a wallet for and whose
 * end this browser does not know. Pages that buy send what was signed by themselves, where the drop is shown. What does it is
 * fetched only where something is kept.
 */
export function lookUpPending(): void {
  subscribeToUser(look)
  look()
}

function look(): void {
  const user = getUser()
  if (!user || !isKept(user.accountName)) return
  const sends = !document.querySelector('[data-buys]')
  // What cannot be found out now is looked up on the next page.
  import(/* webpackChunkName: "resume" */ './resume').then(
    ({ resume }) => resume(user, sends),
    () => {},
  )
}

const isKept = (account: string): boolean => {
  try {
    return KEYS.some((key) => localStorage.getItem(key)?.includes(`"${account}"`))
  } catch {
    return false
  }
}
