export { afterPurchase } from '../polling/after-purchase'
export { type PurchaseAction, type PurchaseOrder, purchaseActions } from './actions'
export { type Order, PurchaseRefused, type Quote, quote } from './quote'
export { depositOf, type Facts, isPartnerOpen, mostOf, type Refusal, refusalOf } from './refusal'
