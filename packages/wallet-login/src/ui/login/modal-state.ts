import { createCell } from '@fieldhouse/chain-data'
import { getUser, subscribeToUser } from '@fieldhouse/wallet-login'
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

/** The window of the awaited wallet, opened in the click. */
let popup: Window | null = null

// Logged in meanwhile, as in another tab: who waits has nothing to choose any more.
subscribeToUser(() => {
  const user = getUser()
  if (!user || waiting.length === 0) return
  giveUpChoice()
  finish(Promise.resolve(user))
})

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
  const isOnItsWay = modal.get().awaited === name
  if (!isOnItsWay) giveUpChoice()
  const wallet = readyWallet(name)
  if (wallet) {
    begin(wallet)
    return
  }
  // Chosen again, its window comes to the front.
  popup = openEarly(name)
  if (isOnItsWay) return
  // One choice at a time has a say: another one, or closing, puts another state there.
  const chosen = { isOpen: true, awaited: name }
  modal.set(chosen)
  fetchWallet(name).then(
    (fetched) => {
      if (modal.get() !== chosen) return
      // Opened again, so long after the press, it would be blocked.
      if (popup?.closed) giveUpChoice()
      else begin(fetched)
    },
    () => {
      if (modal.get() !== chosen) return
      giveUpChoice()
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
  popup?.close()
  popup = null
  modal.set({ ...modal.get(), awaited: null })
}

function begin(wallet: Wallet): void {
  popup = null
  finish(signIn(wallet))
}

function finish(user: Promise<User | null> | null): void {
  const answers = waiting
  waiting = []
  modal.set(CLOSED)
  for (const answer of answers) answer(user)
}
