// The wallets without a word of React: whoever shows them to a visitor is `wallet-login`. What signs is fetched by
// `loadWallet`; the rest is small, and what a page does not use of it is left out of its script.

export { type Explanation, type Explicable, explain } from './errors/explain'
export { fromUnknown } from './errors/from-unknown'
export { WalletError, type WalletErrorKind } from './errors/wallet-error'
export { hintOf, loadWallet, type WalletFolder } from './load'
export type { Screen } from './signing/signing'
export { createSigning, type Signing, type SigningState } from './signing/signing'
export { followPush, type PushState, type PushStatus, push } from './transaction/push'
export { collect, sign, transact, type WalletAnswer } from './transaction/transact'
export type { Action, Landed, SignedTransaction, TransactionRequest, User, Wallet, WalletContext } from './wallet'
export { isChainName } from './wallet'
export type { WalletInfo } from './wallet-info'
export { WALLETS, type WalletName, walletOf } from './wallets'
export { greet } from './wax'
