/// <reference types="@fieldhouse/design/css-modules" />

// What every page carries: the host shares this entry, so all roots have the same user. Keep it small; everything that a
// visitor sees or signs with is behind `loadUi`. The lazy part itself has a build of its own, so it asks for this entry by its
// name, and the host lends it its own copy: another one would be a second user.

export type {
  Action,
  Explanation,
  Explicable,
  Landed,
  SignedTransaction,
  TransactionRequest,
  User,
  WalletInfo,
  WalletName,
} from '@fieldhouse/wallets'
export { WALLETS, WalletError, type WalletErrorKind, walletOf } from '@fieldhouse/wallets'
export { explain, login, logout, toast, transact, warmUp } from './actions'
export type { Toast } from './connection'
export { getUser, subscribeToUser, useUser } from './user/store'
