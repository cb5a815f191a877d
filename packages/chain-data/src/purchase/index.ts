export { holdPurchases, type LockOptions } from '../kept/lock'
export {
  type Asked,
  askedOf,
  type Basket,
  boughtBy,
  forgetAsked,
  keepAsked,
  keepPacks,
  keepPartner,
  keepPending,
  keptBasket,
  type Pending,
  type Purchased,
  pendingOf,
  settlePending,
  subscribeToBought,
} from '../kept/purchases'
export { afterPurchase } from '../polling/after-purchase'
export { type PurchaseAction, type PurchaseOrder, purchaseActions } from './actions'
export { limitLeft } from './limit'
export { type Order, PurchaseRefused, type Quote, quote } from './quote'
export { depositOf, type Facts, isPartnerOpen, mostOf, type Refusal, refusalOf } from './refusal'
