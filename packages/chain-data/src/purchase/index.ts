export * from '../kept'
export { afterPurchase } from '../polling'
export * from './quote'
export { depositOf, type Facts, isPartnerOpen, limitLeft, mostOf, type Refusal, refusalOf } from './refusal'
