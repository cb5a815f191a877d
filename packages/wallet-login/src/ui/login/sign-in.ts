import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { fromUnknown, type User, type Wallet } from '@fieldhouse/wallets'
import { signing } from '../../signing/signing'
import { walletContext } from '../context'
import { leaveCookie } from './cookie'
import { keepUser } from './keep-user'
import { refreshUser } from './refresh-user'
import { tell } from './tell'

/** Sign-ins are numbered as they begin; another tab's counts as begun when its user shows here. */
let begun = 0
/** The number of the sign-in that the active user comes from. */
let latest = 0

subscribeToUser(() => {
  if (getUser()) latest = ++begun
})

/**
 * Has somebody sign in with a wallet; the record is stored and becomes the active user (specification, section 4).
 *
 * @returns null when it failed, after the visitor was told why; and when it ended after a newer one had succeeded, which
 * then stands, and nothing is said
 */
export async function signIn(wallet: Wallet): Promise<User | null> {
  begun += 1
  const number = begun
  try {
    const { accountName, requestPermission } = await wallet.login(walletContext())
    if (getUser() && latest > number) return giveWay()
    const user: User = { accountName, requestPermission, wallet: wallet.name }
    keepUser(user)
    latest = number
    refreshUser()
    leaveCookie(user)
    return user
  } catch (error) {
    if (getUser()) return giveWay()
    tell(fromUnknown(error, `logging in with ${wallet.name}`), wallet.name)
    return null
  }
}

/** Anchor has said in its dialog how the login ended. */
function giveWay(): null {
  const { screen } = signing.state() ?? {}
  if (screen && 'purpose' in screen && screen.purpose === 'login') signing.dismiss()
  return null
}
