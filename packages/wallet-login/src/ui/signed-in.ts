import { getUser } from '@fieldhouse/wallet-login'
import type { Landed, TransactionRequest, User } from '@fieldhouse/wallets'
import { greet, WalletError, walletOf } from '@fieldhouse/wallets'
import { walletContext } from './context'
import { removeCookies } from './login/sign-in'
import { tell, tellUnavailable } from './login/tell'
import { language } from './page'
import { hasKept, loadRecords } from './pending'
import { fetchWallet, readyWallet, warm } from './wallets'

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
