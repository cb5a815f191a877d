import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'

/** What keeps and follows records: fetched where something is signed, or kept. */
export const loadRecords = () => import(/* webpackChunkName: "records" */ './records')

/** A record whose end was told needs nobody (`chain-data/src/records`). */
const isOpen = (text: string): boolean => !/"state":"(final|refused|absent)".*"isTold":true/.test(text)

/**
 * Finds out, on whatever page a visitor comes back to, what became of what they had asked a wallet for and whose end this
 * browser does not know. What does it is fetched only where something is kept.
 */
export function lookUpRecords(): void {
  subscribeToUser(look)
  // A tab may be closed before the end of what it has asked for.
  addEventListener('storage', look)
  look()
}

function look(): void {
  if (!getUser() || !hasKept(isOpen)) return
  // What cannot be had now is looked up with the next page.
  loadRecords().then(
    ({ followRecords }) => followRecords(),
    () => {},
  )
}

/** Whether this browser keeps such a record, or what an earlier host had not told. */
export const hasKept = (isMeant: (text: string) => boolean): boolean => {
  try {
    return Object.entries(localStorage).some(
      ([key, text]) =>
        (key.startsWith('fieldhouse.record.') && isMeant(text)) ||
        ['fieldhouse.asked', 'fieldhouse.pending'].includes(key),
    )
  } catch {
    return false
  }
}
