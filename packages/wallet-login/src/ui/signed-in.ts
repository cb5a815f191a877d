import { getUser } from '@fieldhouse/wallet-login'
import type { Landed, TransactionRequest, User } from '@fieldhouse/wallets'
import { greet, transact, WalletError } from '@fieldhouse/wallets'
import { walletContext } from './context'
import { removeAnchorCookie } from './login/anchor-cookie'
import { tell, tellUnavailable } from './login/tell'
import { language } from './page'
import { fetchWallet, readyWallet, warm } from './wallets'

/** Fetches the wallet of somebody who is logged in: what signs a purchase must be there at the click. */
export const warmWallet = (): void => {
  const user = getUser()
  if (user) warm(user.wallet)
}

/**
 * Signs with the user's wallet and sends. What went wrong was said when this rejects.
 *
 * @param popup the wallet's window, when it was opened in the click before this part of the page was there
 */
export async function signAndSend(request: TransactionRequest, popup: Window | null = null): Promise<Landed> {
  const user = getUser()
  // Whoever clicked may have logged out since, or logged in with another wallet, in another tab.
  if (user?.wallet !== 'wax') popup?.close()
  if (!user) {
    const error = new WalletError('not-logged-in', 'signing: nobody is logged in')
    tell(error)
    throw error
  }
  const wallet = readyWallet(user.wallet) ?? (await fetchOrTell(user, popup))
  try {
    return await transact(walletContext(), wallet, user, request)
  } catch (error) {
    if (error instanceof WalletError) tell(error, user.wallet)
    throw error
  }
}

/** Ends the session that the wallet keeps. */
export async function leaveWallet(user: User): Promise<void> {
  removeAnchorCookie()
  const wallet = await fetchWallet(user.wallet)
  await wallet.logout(walletContext(), user)
}

async function fetchOrTell({ wallet }: User, popup: Window | null) {
  if (popup) greet(popup, language())
  try {
    return await fetchWallet(wallet)
  } catch (cause) {
    popup?.close()
    tellUnavailable(wallet)
    throw new WalletError('network', `fetching the part of the page that signs with ${wallet}`, '', { cause })
  }
}
