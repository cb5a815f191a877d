import { allStored, subscribeToStorage } from '@fieldhouse/contract/browser'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'

/** What keeps and follows records: fetched where something is signed, or kept. */
export const loadRecords = () => import(/* webpackChunkName: "records" */ './records/follow')

/** A record whose end was told needs nobody (`chain-data/src/records`). */
const isOpen = (text: string): boolean => !/"state":"(final|refused|absent)".*"isTold":true/.test(text)

/**
 * Finds out, on whatever page a visitor comes back to, what became of what they had asked a wallet for and whose end this
 * browser does not know. What does it is fetched only where something is kept.
 */
export function lookUpRecords(): void {
  subscribeToUser(look)
  // A tab may be closed before the end of what it has asked for.
  subscribeToStorage(isKept, look)
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

const isRecord = (key: string): boolean => key.startsWith('fieldhouse.record.')

/** Whether a record stands under a key, or what an earlier host had not told. */
const isKept = (key: string): boolean => isRecord(key) || ['fieldhouse.asked', 'fieldhouse.pending'].includes(key)

/** Whether this browser keeps such a record, or what an earlier host had not told. */
export const hasKept = (isMeant: (text: string) => boolean): boolean =>
  allStored().some(([key, text]) => isKept(key) && (!isRecord(key) || isMeant(text)))
