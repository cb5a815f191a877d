export { type Explanation, explain } from './explain'
export { fromUnknown } from './from-unknown'
export { SENTENCES } from './sentences'
export { WalletError, type WalletErrorKind } from './wallet-error'
