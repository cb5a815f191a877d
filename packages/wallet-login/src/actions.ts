import { wait } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import {
  type Explanation,
  type Explicable,
  type Landed,
  type TransactionRequest,
  type User,
  WalletError,
  walletOf,
} from '@fieldhouse/wallets'
import { connected, demandUi, loadUi, type Toast } from './connection'
import { activate, getUser, removeRecords } from './user/store'

/**
 * Fetches what a click is about to need: the login modal, or for somebody who is logged in what signs. Call it when a
 * button that logs in or buys gets the pointer or the focus.
 */
export const warmUp = (): void => {
  loadUi().then(
    (ui) => ui.warmWallet(),
    () => {},
  )
}

/**
 * Opens the login modal.
 *
 * @returns the user, or null when the visitor closed the modal, the sign-in failed, which a toast has said, or a newer one
 * succeeded before it
 */
export const login = async (): Promise<User | null> => (await demandUi())?.openLogin() ?? null

/** A wallet that has not logged out after this long is left behind, in milliseconds: the page is loaded anew anyway. */
const LOGOUT_TIMEOUT = 3000

/**
 * Logs out: removes every stored record and the wallet's own session, and loads the page again (specification, section 4).
 * A wallet that fails keeps nobody logged in.
 */
export const logout = async (): Promise<void> => {
  const user = getUser()
  removeRecords()
  activate(null)
  try {
    if (user) await Promise.race([loadUi().then((ui) => ui.leaveWallet(user)), wait(LOGOUT_TIMEOUT)])
  } catch {
    // What the wallet keeps of the session is of no use without the record.
  }
  connected().reload()
}

/**
 * Has the user's wallet sign a transaction, sends it, and waits until the chain has it. Call it straight from a click: the
 * Cloud Wallet opens a popup. Rejects after a toast has said why; the caller keeps its form, and can call again at
 * once.
 *
 * @throws WalletError `not-logged-in` without a user, and every other kind
 */
export const transact = async (request: TransactionRequest): Promise<Landed> => {
  const user = getUser()
  const popup = (user && walletOf(user.wallet).openPopup?.()) ?? null
  const ui = await demandUi()
  if (ui) return ui.signAndSend(request, popup, user)
  popup?.close()
  throw new WalletError('network', 'The part of the page that signs could not be loaded')
}

/** Why a wallet or the chain refused, in a person's words. Rejects when these cannot be loaded. */
export const explain = async (error: Explicable, language: Language): Promise<Explanation> =>
  (await loadUi()).explain(error, language)

/** Shows a toast for 5000 ms. */
export const toast = (toast: Toast): void => void demandUi().then((ui) => ui?.showToast(toast))
