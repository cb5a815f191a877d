import { anchor } from './anchor'
import type { WalletInfo } from './wallet-info'
import { wax } from './wax'
import { wombat } from './wombat'

/** The wallets, in the order of the login modal (specification, section 2). A new one is its folder and its place here. */
export const WALLETS = [wax, anchor, wombat] as const satisfies readonly WalletInfo[]

/** As a stored record has it (specification, section 3). */
export type WalletName = (typeof WALLETS)[number]['name']

export const walletOf = (name: WalletName): WalletInfo => WALLETS.find((wallet) => wallet.name === name) as WalletInfo
