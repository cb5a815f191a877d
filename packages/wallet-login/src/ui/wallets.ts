import { within } from '@fieldhouse/chain-data'
import { readStored, removeStored, store } from '@fieldhouse/contract/browser'
import {
  hintOf,
  loadWallet,
  WALLETS,
  type Wallet,
  type WalletContext,
  type WalletFolder,
  type WalletName,
} from '@fieldhouse/wallets'
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
function guardedStorage(): WalletContext['storage'] {
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

/** What is said of each wallet below its name. */
export const hints = new Map<WalletName, WalletFolder['hint']>()

export const readHints = async (): Promise<void> => {
  for (const { name } of WALLETS) hints.set(name, await hintOf(name))
}

/** How long a wallet's chunk may take, in milliseconds: an import has no time-out of its own. It shows that it is busy. */
const CHUNK_TIMEOUT = 30_000

const ready = new Map<WalletName, Wallet>()
const fetched = new Map<WalletName, Promise<Wallet>>()

/** The wallet, when its chunk is there: what opens a popup must not wait. */
export const readyWallet = (name: WalletName): Wallet | undefined => ready.get(name)

/** Fetches a wallet's chunk, once. It rejects when the chunk can't be had in time; the next call tries again. */
export function fetchWallet(name: WalletName): Promise<Wallet> {
  const known = fetched.get(name)
  if (known) return known
  const fetching = within(CHUNK_TIMEOUT, loadWallet(name), `fetching ${name}`)
  fetched.set(name, fetching)
  fetching.then(
    (wallet) => ready.set(name, wallet),
    () => fetched.delete(name),
  )
  return fetching
}

/** Fetches a chunk for later. A failure shows when the chunk is needed. */
export const warm = (name: WalletName): void => void fetchWallet(name).catch(() => {})
