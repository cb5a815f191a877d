export { type Basket, keepPacks, keepPartner, keptBasket } from '../kept/basket'
export { createShelf, type Shelf } from '../kept/shelf'
export { afterPurchase } from '../polling/after-purchase'
export {
  type Order,
  type PurchaseAction,
  type PurchaseOrder,
  PurchaseRefused,
  purchaseActions,
  type Quote,
  quote,
} from './quote'
export { depositOf, type Facts, isPartnerOpen, limitLeft, mostOf, type Refusal, refusalOf } from './refusal'
