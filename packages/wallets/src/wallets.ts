import { anchor } from './anchor'
import type { WalletInfo } from './wallet-info'
import { wax } from './wax'
import { wombat } from './wombat'

/** The wallets, in the order of the login modal (specification, section 2). A new one is its folder and its place here. */
export const WALLETS = [wax, anchor, wombat] as const satisfies readonly WalletInfo[]

/** A wallet as it stands in a stored record (specification, section 3). */
export type WalletName = (typeof WALLETS)[number]['name']

/** What the site knows of a wallet. */
export const walletOf = (name: WalletName): WalletInfo => WALLETS.find((wallet) => wallet.name === name) as WalletInfo
