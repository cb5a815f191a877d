export { type PurchaseAction, type PurchaseOrder, purchaseActions } from './actions'
export { type Order, PurchaseRefused, type Quote, quote } from './quote'
export { type LandedPurchase, refreshAfterPurchase } from './refresh'
export { depositOf, type Facts, mostOf, type Refusal, refusalOf } from './refusal'
