import { ANCHOR_COOKIE_LIFETIME, EXPIRE_SECONDS, WALLET_SESSION_TIMEOUT } from '@fieldhouse/contract/constants'
import type { WalletInfo } from '../wallet-info'

/** Anchor: an app for computers and phones. */
export const anchor = {
  name: 'anchor',
  title: 'Anchor',
  record: 'Anchor',
  // The specification gives its lifetime alone (section 9); nothing here reads it, and the gateway ignores it.
  cookieLifetime: ANCHOR_COOKIE_LIFETIME,
  patience: WALLET_SESSION_TIMEOUT,
  signatureLife: EXPIRE_SECONDS,
  leavesPage: true,
  tellsItself: true,
} as const satisfies WalletInfo
