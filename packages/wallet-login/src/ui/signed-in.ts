import { allStored, subscribeToStorage } from '@fieldhouse/contract/browser'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { greet, type TransactionRequest, type User, WalletError, walletOf } from '@fieldhouse/wallets'
import { removeCookies } from './login/sign-in'
import { language } from './page'
import { showError, showUnavailable } from './show-error'
import { fetchWallet, readyWallet, walletContext, warm } from './wallets'

/** Fetches the wallet of somebody who is logged in: what signs a purchase must be there at the click. */
export const warmWallet = (): void => {
  const user = getUser()
  if (!user) return
  warm(user.wallet)
  loadRecords().catch(() => {})
}

/**
 * Signs with the user's wallet and sends. With a subject it is done once it is signed, and its record is followed. What went
 * wrong has been shown when this rejects, but for what the form shows itself.
 *
 * @param popup the wallet's window, when it was opened in the click before this part of the page was there
 * @param asker who has clicked
 */
export async function signAndSend(request: TransactionRequest, popup: Window | null, asker: User | null) {
  const user = askingUser(popup, asker)
  if (!walletOf(user.wallet).openPopup) popup?.close()
  const records = await fetchOrShow(user, popup, loadRecords())
  const wallet = readyWallet(user.wallet) ?? (await fetchOrShow(user, popup, fetchWallet(user.wallet)))
  askingUser(popup, asker)
  records.followRecords()
  try {
    // Opened again, so long after the press, it would be blocked.
    if (popup?.closed && walletOf(user.wallet).openPopup) {
      throw new WalletError('popup-closed', 'signing: its window was closed before the wallet was there')
    }
    return await records.signAndKeep(wallet, user, request)
  } catch (error) {
    if (error instanceof WalletError && !SHOWN_BY_FORMS.includes(error.kind)) showError(error, user.wallet)
    throw error
  }
}

/** The user, who is whoever has clicked, maybe with another wallet: in another tab they may have logged out since. */
function askingUser(popup: Window | null, asker: User | null): User {
  const user = getUser()
  if (user && user.accountName === asker?.accountName) return user
  popup?.close()
  const error = new WalletError(user ? 'other-wallet' : 'not-logged-in', 'signing: who asked is not logged in')
  showError(error)
  throw error
}

const SHOWN_BY_FORMS = ['elsewhere', 'underway']

/** Ends the session that the wallet keeps, and erases what has ended of what the user has signed. */
export async function leaveWallet(user: User): Promise<void> {
  removeCookies()
  const erased = hasStoredRecord(() => true) && loadRecords().then(({ forgetEnded }) => forgetEnded(user.accountName))
  await Promise.all([erased, fetchWallet(user.wallet).then((wallet) => wallet.logout(walletContext(), user))])
}

async function fetchOrShow<Part>({ wallet }: User, popup: Window | null, fetching: Promise<Part>): Promise<Part> {
  if (popup) greet(popup, walletOf(wallet).title, language())
  try {
    return await fetching
  } catch (cause) {
    popup?.close()
    showUnavailable(wallet)
    throw new WalletError('network', `fetching the part of the page that signs with ${wallet}`, '', { cause })
  }
}

/** What keeps and follows records: fetched where something is signed, or stored. */
const loadRecords = () => import(/* webpackChunkName: "records" */ './records/follow')

/** A record whose end was shown needs nobody (`chain-data/src/records`). */
const isOpen = (text: string): boolean => !/"state":"(final|refused|absent)".*"isTold":true/.test(text)

/** Follows stored records whose end this browser does not know, on any page. What does it is fetched if there is one. */
export function followStoredRecords(): void {
  subscribeToUser(followStored)
  // Another tab may be closed before the end of its record.
  subscribeToStorage(isKept, followStored)
  followStored()
}

function followStored(): void {
  if (!getUser() || !hasStoredRecord(isOpen)) return
  // What cannot be fetched now is fetched with the next page.
  loadRecords().then(
    ({ followRecords }) => followRecords(),
    () => {},
  )
}

const isRecord = (key: string): boolean => key.startsWith('fieldhouse.record.')

/** Whether a key is of a record, or of what an earlier host has stored and not shown. */
const isKept = (key: string): boolean => isRecord(key) || ['fieldhouse.asked', 'fieldhouse.pending'].includes(key)

const hasStoredRecord = (isMeant: (text: string) => boolean): boolean =>
  allStored().some(([key, text]) => isKept(key) && (!isRecord(key) || isMeant(text)))
