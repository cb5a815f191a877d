import { createCell } from '@fieldhouse/chain-data'
import { openPopup } from '../../cloud/popup'
import { getUser } from '../../eager'
import type { User, Wallet, WalletName } from '../../wallets/wallet'
import { fetchWallet, readyWallet, WALLETS, warm } from '../wallets'
import { signIn } from './sign-in'
import { tellUnavailable } from './tell'

/** The login modal: open or closed (specification, section 4). */
export interface ModalState {
  isOpen: boolean
  /** The wallet that was chosen before its chunk was there. */
  awaited: WalletName | null
}

const CLOSED: ModalState = { isOpen: false, awaited: null }

export const modal = createCell<ModalState>(CLOSED)

interface Opened {
  user: Promise<User | null>
  answer: (user: User | null | Promise<User | null>) => void
}

let opened: Opened | null = null

/**
 * Opens the modal and fetches the three wallets, so that at the click they are there.
 *
 * @returns the user, or null when the modal was closed or the sign-in failed; at once for somebody who is logged in
 */
export function openLogin(): Promise<User | null> {
  const user = getUser()
  if (user) return Promise.resolve(user)
  for (const name of WALLETS) warm(name)
  if (opened) return opened.user
  modal.set({ isOpen: true, awaited: null })
  let answer: Opened['answer'] = () => {}
  const answered = new Promise<User | null>((resolve) => {
    answer = resolve
  })
  opened = { user: answered, answer }
  return answered
}

/** Closes the modal without a choice. */
export const closeLogin = (): void => finish(null)

/** Starts a wallet's sign-in and closes the modal; straight from the click, because the wallet may open a popup. */
export function chooseWallet(name: WalletName): void {
  const wallet = readyWallet(name)
  if (wallet) {
    begin(wallet)
    return
  }
  modal.set({ isOpen: true, awaited: name })
  const isAwaited = () => modal.get().awaited === name
  // After the fetch it is too late for a popup: browsers open one in the click alone. The wallet finds this one.
  const popup = name === 'wax' ? openPopup() : null
  fetchWallet(name).then(
    (fetched) => {
      if (isAwaited()) begin(fetched)
      else popup?.close()
    },
    () => {
      popup?.close()
      if (!isAwaited()) return
      modal.set({ isOpen: true, awaited: null })
      tellUnavailable(name)
    },
  )
}

const begin = (wallet: Wallet): void => finish(signIn(wallet))

function finish(user: Promise<User | null> | null): void {
  const { answer } = opened ?? {}
  opened = null
  modal.set(CLOSED)
  answer?.(user)
}
