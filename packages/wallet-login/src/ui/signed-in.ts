import { allStored, subscribeToStorage } from '@fieldhouse/contract/browser'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { greet, type Landed, type TransactionRequest, type User, WalletError, walletOf } from '@fieldhouse/wallets'
import { removeCookies } from './login/sign-in'
import { language } from './page'
import { tell, tellUnavailable } from './tell'
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
 * wrong was said when this rejects, but for what the form says itself.
 *
 * @param popup the wallet's window, when it was opened in the click before this part of the page was there
 */
export async function signAndSend(request: TransactionRequest, popup: Window | null = null): Promise<Landed> {
  const user = getUser()
  // Whoever clicked may have logged out since, or logged in with another wallet, in another tab.
  if (!user || !walletOf(user.wallet).openPopup) popup?.close()
  if (!user) {
    const error = new WalletError('not-logged-in', 'signing: nobody is logged in')
    tell(error)
    throw error
  }
  const records = await fetchOrTell(user, popup, loadRecords())
  const wallet = readyWallet(user.wallet) ?? (await fetchOrTell(user, popup, fetchWallet(user.wallet)))
  records.followRecords()
  try {
    return await records.signAndKeep(wallet, user, request)
  } catch (error) {
    if (error instanceof WalletError && !SAID_BY_FORMS.includes(error.kind)) tell(error, user.wallet)
    throw error
  }
}

const SAID_BY_FORMS = ['elsewhere', 'underway']

/** Ends the session that the wallet keeps, and erases what has ended of what the user has signed. */
export async function leaveWallet(user: User): Promise<void> {
  removeCookies()
  const erased = hasKept(() => true) && loadRecords().then(({ forgetEnded }) => forgetEnded(user.accountName))
  await Promise.all([erased, fetchWallet(user.wallet).then((wallet) => wallet.logout(walletContext(), user))])
}

async function fetchOrTell<Part>({ wallet }: User, popup: Window | null, fetching: Promise<Part>): Promise<Part> {
  if (popup) greet(popup, walletOf(wallet).title, language())
  try {
    return await fetching
  } catch (cause) {
    popup?.close()
    tellUnavailable(wallet)
    throw new WalletError('network', `fetching the part of the page that signs with ${wallet}`, '', { cause })
  }
}

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
