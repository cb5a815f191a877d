import type { User, Wallet } from '@fieldhouse/wallets'
import { fromUnknown } from '@fieldhouse/wallets'
import { walletContext } from '../context'
import { leaveAnchorCookie } from './anchor-cookie'
import { keepUser } from './keep-user'
import { refreshUser } from './refresh-user'
import { tell } from './tell'

/**
 * Has somebody sign in with a wallet; the record is stored and becomes the active user (specification, section 4).
 *
 * @returns null when it failed, after the visitor was told why
 */
export async function signIn(wallet: Wallet): Promise<User | null> {
  try {
    const { accountName, requestPermission } = await wallet.login(walletContext())
    const user: User = { accountName, requestPermission, wallet: wallet.name }
    keepUser(user)
    refreshUser()
    if (wallet.name === 'anchor') leaveAnchorCookie(accountName)
    return user
  } catch (error) {
    tell(fromUnknown(error, `logging in with ${wallet.name}`), wallet.name)
    return null
  }
}
