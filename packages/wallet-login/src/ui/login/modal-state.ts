import { createCell } from '@fieldhouse/chain-data'
import { getUser } from '@fieldhouse/wallet-login'
import type { User, Wallet, WalletName } from '@fieldhouse/wallets'
import { greet, walletOf } from '@fieldhouse/wallets'
import { language } from '../page'
import { showUnavailable } from '../show-error'
import { fetchWallet, readyWallet } from '../wallets'
import { signIn } from './sign-in'

interface ModalState {
  isOpen: boolean
  /** The wallet that was chosen before its chunk was there. */
  awaited: WalletName | null
}

const CLOSED: ModalState = { isOpen: false, awaited: null }

export const modal = createCell<ModalState>(CLOSED)

/** Who waits for what comes of the open modal: nobody while it is closed. */
let waiting: ((user: User | null | Promise<User | null>) => void)[] = []

/** A wallet that was chosen before its chunk was there. One choice at a time has a say: another one, or closing, ends it. */
interface Choice {
  name: WalletName
  /** The wallet's window, opened in the click. */
  popup: Window | null
}

let choice: Choice | null = null

/**
 * Opens the modal. A wallet is fetched when its button is pointed at, focused or pressed.
 *
 * @returns the user, or null when the modal was closed or the sign-in failed; at once for somebody who is logged in
 */
export function openLogin(): Promise<User | null> {
  const user = getUser()
  if (user) return Promise.resolve(user)
  if (waiting.length === 0) modal.set({ isOpen: true, awaited: null })
  return new Promise((resolve) => {
    waiting.push(resolve)
  })
}

/** Closes the modal without a choice. */
export function closeLogin(): void {
  giveUpChoice()
  finish(null)
}

/** Starts a wallet's sign-in and closes the modal; straight from the click, because the wallet may open a popup. */
export function chooseWallet(name: WalletName): void {
  if (choice?.name !== name) giveUpChoice()
  const wallet = readyWallet(name)
  if (wallet) {
    begin(wallet)
    return
  }
  const popup = openEarly(name)
  if (choice) {
    // Chosen again: it is on its way, and its window comes to the front.
    choice.popup = popup
    return
  }
  const chosen: Choice = { name, popup }
  choice = chosen
  modal.set({ isOpen: true, awaited: name })
  fetchWallet(name).then(
    (fetched) => {
      if (choice === chosen) begin(fetched)
    },
    () => {
      if (choice !== chosen) return
      giveUpChoice()
      modal.set({ isOpen: true, awaited: null })
      showUnavailable(name)
    },
  )
}

/** After the fetch it is too late for a popup: browsers open one in the click alone. The wallet finds this one. */
function openEarly(name: WalletName): Window | null {
  const { title, openPopup } = walletOf(name)
  const popup = openPopup?.() ?? null
  if (popup) greet(popup, title, language())
  return popup
}

/** Nothing comes of the choice any more, so its window is of no use. */
function giveUpChoice(): void {
  choice?.popup?.close()
  choice = null
}

function begin(wallet: Wallet): void {
  choice = null
  finish(signIn(wallet))
}

function finish(user: Promise<User | null> | null): void {
  const answers = waiting
  waiting = []
  modal.set(CLOSED)
  for (const answer of answers) answer(user)
}
