import { gatewayNow } from '@fieldhouse/chain-data'
import { textsIn } from '@fieldhouse/i18n'
import { getUser } from '@fieldhouse/wallet-login'
import { explain, type WalletError, type WalletName, walletOf } from '@fieldhouse/wallets'
import { language, page } from './page'
import { texts } from './texts'
import { showToast } from './toasts/store'

/**
 * Shows the visitor why a sign-in or a transaction failed: a toast 'Error:' plus the message (specification,
 * section 8). A wallet's own dialogs have said it already, and to cancel needs no words.
 */
export function showError(error: WalletError, wallet?: WalletName): void {
  if (error.kind === 'cancelled' || (wallet && walletOf(wallet).tellsItself)) return
  const { title, text } = explain(error, language())
  const first = textsIn(texts, language())('toasts.error', { message: title })
  showToast({ kind: 'error', text: first, more: text, support: supportText(error, wallet) })
}

/** Tells the visitor that a wallet's chunk could not be had. */
export function showUnavailable(wallet: WalletName): void {
  const text = textsIn(texts, language())('login.unavailable', { wallet: walletOf(wallet).title })
  showToast({ kind: 'error', text })
}

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
