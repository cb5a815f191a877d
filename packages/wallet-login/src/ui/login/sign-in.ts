import { removeStored, store } from '@fieldhouse/contract/browser'
import { LOGIN_REFRESH_TICK, LOGIN_REFRESH_WINDOW } from '@fieldhouse/contract/constants'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
import { fromUnknown, type User, WALLETS, type Wallet, type WalletInfo, walletOf } from '@fieldhouse/wallets'
import { signing } from '../../signing/signing'
import { RECORDS } from '../../user/store'
import { page } from '../page'
import { showError } from '../show-error'
import { walletContext } from '../wallets'

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
 * @returns null when it failed, after a toast has said why; and, without a toast, when a newer one had succeeded before it
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
    showError(fromUnknown(error, `logging in with ${wallet.name}`), wallet.name)
    return null
  }
}

/** Anchor has said in its dialog how the login ended. */
function giveWay(): null {
  const { screen } = signing.state() ?? {}
  if (screen && 'purpose' in screen && screen.purpose === 'login') signing.dismiss()
  return null
}

/** Makes somebody the active user and stores the record, as the only one; without storage it lasts as long as the page. */
export const keepUser = (user: User): void => {
  let kept = false
  for (const [key, wallet] of RECORDS) {
    if (wallet === user.wallet) kept = store(key, JSON.stringify(user))
    else removeStored(key)
  }
  page().activate(user, kept)
}

let timer: ReturnType<typeof setInterval> | undefined

/**
 * Reads the stored user again every second for up to 30 s (specification, section 4): a wallet's page may still write the
 * record. Ends when nobody is logged in any more; another sign-in begins it anew.
 */
const refreshUser = (): void => {
  clearInterval(timer)
  let left = LOGIN_REFRESH_WINDOW / LOGIN_REFRESH_TICK
  timer = setInterval(() => {
    page().readUser()
    left -= 1
    if (left === 0 || getUser() === null) clearInterval(timer)
  }, LOGIN_REFRESH_TICK)
}

const write = ({ record }: WalletInfo, content: string, lifetime: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser, nor on plain http.
  document.cookie = `${record}=${content}; Max-Age=${lifetime / 1000}; Path=/; SameSite=Lax${secure}`
}

/** Leaves the cookie that a sign-in with the user's wallet leaves, such as `Anchor=<account>` (specification, section 9). */
export const leaveCookie = ({ wallet, accountName }: User): void => {
  const info = walletOf(wallet)
  if (info.cookieLifetime) write(info, accountName, info.cookieLifetime)
}

/** Removes what any sign-in has left. */
export const removeCookies = (): void => {
  for (const info of WALLETS) if ('cookieLifetime' in info) write(info, '', 0)
}
