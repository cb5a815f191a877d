import { type User, WALLETS, type WalletInfo, walletOf } from '@fieldhouse/wallets'

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
