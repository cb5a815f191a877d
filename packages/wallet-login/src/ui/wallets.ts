import { loadWallet } from '../wallets/load'
import type { Wallet, WalletName } from '../wallets/wallet'

/** The wallets in the order of the login modal (specification, section 2). */
export const WALLETS: readonly WalletName[] = ['wax', 'anchor', 'wombat']

const ready = new Map<WalletName, Wallet>()

/** The wallet, when its chunk is there: what opens a popup must not wait. */
export const readyWallet = (name: WalletName): Wallet | undefined => ready.get(name)

/** Fetches a wallet's chunk. It rejects when the chunk can't be had; the next call tries again. */
export async function fetchWallet(name: WalletName): Promise<Wallet> {
  const wallet = ready.get(name) ?? (await loadWallet(name))
  ready.set(name, wallet)
  return wallet
}

/** Fetches a chunk for later; whoever needs it then hears of a failure. */
export const warm = (name: WalletName): void => void fetchWallet(name).catch(() => {})
