// The wallets without a word of React: whoever shows them to a visitor is `wallet-login`. What signs is fetched by
// `loadWallet`; the rest is small, and what a page does not use of it is left out of its script.
export { isChainName } from './chain-name'
export { greet, openPopup } from './cloud/popup'
export { type Explanation, explain } from './errors/explain'
export { fromUnknown } from './errors/from-unknown'
export { WalletError, type WalletErrorKind } from './errors/wallet-error'
export { parseJson } from './json'
export { loadWallet } from './load'
export type { Screen } from './signing/screen'
export { createSigning, type Signing, type SigningState } from './signing/signing'
export type { Action, Landed, SignedTransaction, TransactionRequest } from './transaction/request'
export { settle, transact } from './transaction/transact'
export type { User, Wallet, WalletContext, WalletName } from './wallet'
