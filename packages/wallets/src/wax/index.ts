import type { Language } from '@fieldhouse/contract'
import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import type { WalletInfo } from '../wallet-info'

/** The name and size that waxjs gives the Cloud Wallet's window: what is opened under it here, waxjs finds by the name. */
const NAME = 'WaxPopup'
const FEATURES = 'height=800,width=600'

/**
 * Opens the Cloud Wallet's window, empty, or finds the one that is open. Browsers allow it only in a click, before
 * anything is awaited; a window found by its name is never blocked. So whoever has to fetch a chunk between the click and
 * the wallet calls this first, and closes what it gets when the chunk does not come.
 *
 * @returns null when the browser blocked it
 */
export const openPopup = (): Window | null => window.open('', NAME, FEATURES)

const PREPARING = { en: 'Preparing request...', es: 'Preparando la petición...' }

/** Says in a wallet's window that is still empty what it waits for. The wallet's own page, from another origin, takes its place. */
export function greet(popup: Window, title: string, language: Language): void {
  try {
    const { document } = popup
    document.title = title
    document.documentElement.lang = language
    document.documentElement.style.colorScheme = 'light dark'
    document.body.textContent = PREPARING[language]
  } catch {
    // It shows the wallet from a request before, which is not ours to touch.
  }
}

/** The Cloud Wallet: a web page in a window. */
export const wax = {
  name: 'wax',
  title: 'Cloud Wallet',
  record: 'Wax',
  patience: EXPIRE_SECONDS * 1000,
  signatureLife: EXPIRE_SECONDS,
  openPopup,
} as const satisfies WalletInfo
