import { EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import type { WalletInfo } from '../wallet-info'
import { openPopup } from './popup'

/** The Cloud Wallet: a web page in a window. */
export const wax = {
  name: 'wax',
  title: 'Cloud Wallet',
  record: 'Wax',
  patience: EXPIRE_SECONDS * 1000,
  signatureLife: EXPIRE_SECONDS,
  openPopup,
} as const satisfies WalletInfo
