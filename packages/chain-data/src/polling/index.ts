export type { Wait } from '../waiting'
export { type AfterPurchaseOptions, afterPurchase, type UserData, type UserDataName } from './after-purchase'
export { type Polled, type PollingOptions, pollUntilChanged } from './poll-until-changed'
