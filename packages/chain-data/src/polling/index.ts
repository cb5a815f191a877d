export { type AfterPurchaseOptions, afterPurchase, type ChangedName } from './after-purchase'
export { type Polled, type PollingOptions, pollUntilChanged } from './poll-until-changed'
