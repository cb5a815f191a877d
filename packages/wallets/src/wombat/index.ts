import { SCATTER_EXPIRE_SECONDS } from '@fieldhouse/contract/constants'
import type { WalletInfo } from '../wallet-info'

/** Wombat: a phone app and browser add-on that puts an object into the page. */
export const wombat = {
  name: 'wombat',
  title: 'Wombat Wallet',
  record: 'Wombat',
  patience: SCATTER_EXPIRE_SECONDS * 1000,
  signatureLife: SCATTER_EXPIRE_SECONDS,
} as const satisfies WalletInfo
