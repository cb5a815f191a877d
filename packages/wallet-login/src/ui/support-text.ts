import { gatewayNow } from '@fieldhouse/chain-data'
import { getUser } from '@fieldhouse/wallet-login'
import type { WalletError, WalletName } from '@fieldhouse/wallets'
import { page } from './page'

/**
 * What support asks for: what went wrong, with whom, where and when. Nothing of it signs or pays, and it is English in every
 * language, because people of ours read it.
 *
 * @param wallet of a sign-in; otherwise the user's
 */
export function supportText({ kind, message, detail }: WalletError, wallet?: WalletName): string {
  const { settings, shown } = page()
  const user = getUser()
  const at = shown.get()
  return [
    settings.product,
    message,
    ...(detail && detail !== message ? [detail] : []),
    kind,
    wallet ?? user?.wallet ?? 'no wallet',
    ...(user ? [user.accountName] : []),
    ...(at ? [at.path, `${at.edition} ${at.lineup[at.edition]?.release ?? ''}`.trim()] : []),
    new Date(gatewayNow()).toISOString(),
  ].join(' · ')
}
