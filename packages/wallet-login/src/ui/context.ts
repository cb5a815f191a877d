import { readStored, removeStored, store } from '@fieldhouse/contract/browser'
import type { WalletContext } from '@fieldhouse/wallets'
import { signing } from '../signing/signing'
import { language, page } from './page'

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

/**
 * `localStorage` for the wallets' libraries, which do not expect it to throw: where the browser allows none, or has no room
 * left, what they keep lasts as long as the page.
 */
export function guardedStorage(): WalletContext['storage'] {
  const memory = new Map<string, string>()
  return {
    getItem: (key) => memory.get(key) ?? readStored(key),
    setItem: (key, value) => {
      if (store(key, value)) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem: (key) => {
      memory.delete(key)
      removeStored(key)
    },
  }
}
