import { connected, shownPage } from '../eager'
import { signing } from '../signing'
import type { WalletContext } from '../wallets/wallet'
import { guardedStorage } from './storage'

let context: WalletContext | undefined

/** What the wallets of this page work with. */
export const walletContext = (): WalletContext =>
  (context ??= {
    settings: connected().settings,
    nodeUrl: location.origin,
    language: () => shownPage.get()?.language ?? 'en',
    storage: guardedStorage(),
    signing,
    fetch: (...request) => fetch(...request),
  })
