import type { Wallet, WalletName } from './wallet'

const packing = () => import(/* webpackChunkName: "wallet-packing" */ './packing')

const chunks: Record<WalletName, () => Promise<{ wallet: Wallet }>> = {
  anchor: async () => (await packing()).anchor(),
  wax: () => import(/* webpackChunkName: "wallet-cloud" */ './cloud/cloud'),
  wombat: async () => (await packing()).wombat(),
}

/** Fetches a wallet's own chunk, once. It rejects when the chunk cannot be had; the next call tries again. */
export async function loadWallet(name: WalletName): Promise<Wallet> {
  return (await chunks[name]()).wallet
}
