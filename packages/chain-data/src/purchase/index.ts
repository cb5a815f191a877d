export { type Basket, createShelf, keepPacks, keepPartner, keptBasket, type Shelf } from '../kept'
export { afterPurchase } from '../polling'
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
