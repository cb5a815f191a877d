import type { WalletContext } from '@fieldhouse/wallets'
import { signing } from '../signing/signing'
import { language, page } from './page'
import { guardedStorage } from './storage'

let context: WalletContext | undefined

/** What the wallets of this page work with. */
export const walletContext = (): WalletContext =>
  (context ??= {
    settings: page().settings,
    nodeUrl: location.origin,
    language,
    storage: guardedStorage(),
    signing,
    fetch: (...request) => fetch(...request),
  })
