export { type AfterPurchaseOptions, afterPurchase, type UserData, type UserDataName } from './after-purchase'
export { isEqual } from './is-equal'
export { type Polled, type PollingOptions, pollUntilChanged, waitAfter } from './poll-until-changed'
export type { Wait } from './wait'
