import { connected } from '@fieldhouse/wallet-login'
import type { WalletContext } from '@fieldhouse/wallets'
import { signing } from '../signing/signing'
import { language } from './language'
import { guardedStorage } from './storage'

let context: WalletContext | undefined

/** What the wallets of this page work with. */
export const walletContext = (): WalletContext =>
  (context ??= {
    settings: connected().settings,
    nodeUrl: location.origin,
    language,
    storage: guardedStorage(),
    signing,
    fetch: (...request) => fetch(...request),
  })
