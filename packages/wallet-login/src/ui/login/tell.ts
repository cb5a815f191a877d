import type { WalletName } from '@fieldhouse/wallets'
import { explain, type WalletError } from '@fieldhouse/wallets'
import { language } from '../page'
import { texts } from '../texts'
import { showToast } from '../toasts/show'

const words = () => texts[language()]

/**
 * Tells the visitor why a sign-in or a transaction did not come about: a toast 'Error:' plus the message (specification,
 * section 8). Anchor's dialogs have said it already, and to cancel needs no words.
 */
export function tell(error: WalletError, wallet?: WalletName): void {
  if (wallet === 'anchor' || error.kind === 'cancelled') return
  const text = brief(explain(error, language()).text)
  // Nothing went wrong: the visitor did what was asked for, and presses once more.
  if (error.kind === 'logged-in-again') showToast({ kind: 'info', text })
  else showToast({ kind: 'error', text: words().toasts.error.replace('{{message}}', () => text) })
}

/** A toast stands for 5 s: this many words are read in that time. */
const MOST_WORDS = 18

/** The first sentence, and those after it that can be read too. */
export function brief(text: string): string {
  const [first = '', ...rest] = text.split(/(?<=[.!?]) +/)
  let said = first
  for (const sentence of rest) {
    const next = `${said} ${sentence}`
    if (next.split(' ').length > MOST_WORDS) break
    said = next
  }
  return said
}

/** Tells the visitor that a wallet's chunk could not be had. */
export function tellUnavailable(wallet: WalletName): void {
  const { unavailable, wallets } = words().login
  showToast({ kind: 'error', text: unavailable.replace('{{wallet}}', wallets[wallet].name) })
}
