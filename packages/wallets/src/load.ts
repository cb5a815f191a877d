import type { Language } from '@fieldhouse/contract'
import type { Wallet } from './wallet'
import type { WalletName } from './wallets'

/** What the file `load.ts` of a wallet's folder exports: what comes with the login modal, and no first page needs. */
export interface WalletFolder {
  /** What the wallet is, said below its name. */
  hint: Readonly<Record<Language, string>>
  /** Fetches its chunk. */
  load: () => Promise<{ wallet: Wallet }>
}

const folderOf = (name: WalletName): Promise<WalletFolder> => import(/* webpackMode: "eager" */ `./${name}/load.ts`)

/** What a wallet is, in a few words. */
export const hintOf = async (name: WalletName): Promise<WalletFolder['hint']> => (await folderOf(name)).hint

/** Fetches a wallet's own chunk, once. It rejects when the chunk cannot be had; the next call tries again. */
export const loadWallet = async (name: WalletName): Promise<Wallet> => (await (await folderOf(name)).load()).wallet
