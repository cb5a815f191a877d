import { explain, type WalletError, type WalletName, walletOf } from '@fieldhouse/wallets'
import { language } from '../page'
import { supportText } from '../support-text'
import { texts } from '../texts'
import { showToast } from '../toasts/show'

const words = () => texts[language()]

/**
 * Tells the visitor why a sign-in or a transaction did not come about: a toast 'Error:' plus the message (specification,
 * section 8). A wallet's own dialogs have said it already, and to cancel needs no words.
 */
export function tell(error: WalletError, wallet?: WalletName): void {
  if (error.kind === 'cancelled' || (wallet && walletOf(wallet).tellsItself)) return
  const { title, text } = explain(error, language())
  // Nothing went wrong: the visitor did what was asked for, and presses once more.
  if (error.kind === 'logged-in-again') showToast({ kind: 'info', text: title, more: text })
  else {
    const first = words().toasts.error.replace('{{message}}', () => title)
    showToast({ kind: 'error', text: first, more: text, support: supportText(error, wallet) })
  }
}

/** Tells the visitor that a wallet's chunk could not be had. */
export function tellUnavailable(wallet: WalletName): void {
  const { unavailable } = words().login
  showToast({ kind: 'error', text: unavailable.replace('{{wallet}}', walletOf(wallet).title) })
}
