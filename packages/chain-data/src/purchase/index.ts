export * from '../kept'
export { afterPurchase } from '../polling'
export * from './quote'
export { depositOf, type Facts, isInvited, isPartnerOpen, limitLeft, mostOf, type Refusal, refusalOf } from './refusal'
