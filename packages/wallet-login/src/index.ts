/// <reference path="./css-modules.d.ts" />

// What every page carries: the host shares this entry, so all roots have the same user. Keep it small; everything that a
// visitor sees or signs with is behind `./lazy`.
export { explain, login, logout, toast, transact, warmUp } from './actions'
// For the lazy part alone, which the host lends its own copy of these.
export { connected, shownPage } from './connection'
export type { Explanation } from './errors/explain'
export { WalletError, type WalletErrorKind } from './errors/wallet-error'
export type { Toast } from './toast'
export type { Action, Landed, TransactionRequest } from './transaction/request'
export { RECORDS } from './user/record'
export { activate, getUser, readUser, subscribeToUser, useUser } from './user/store'
export type { User, WalletName } from './wallets/wallet'
