// What every page carries: the host shares this entry, so all roots have the same store, clock and cache. What only some
// pages need has entries of its own (`./client`, `./polling`, `./assets`, `./purchase`), which take their state from here.
export type { AskOptions } from './cache'
export { useAppData, useDrops, useGatewayNow, useMedianPrice, useRemaining, useUnreadSince } from './hooks'
export { hundredths, isByMedian, waxForListing } from './price'
export type { Question } from './question'
export * as siteQuestions from './questions'
export { DataError, type DataErrorReason, fetchJson, readText } from './request'
export type { DropState } from './rows/drop'
export { dropState, dropsLeft, type ListedDrop, listDrops, percentLeft } from './rows/drop'
export {
  ask,
  chosenAssetEndpoint,
  forgetUser,
  gatewayNow,
  getAppData,
  knownAt,
  pageRecords,
  rememberUser,
  userSignal,
} from './site-data'
export type { AppData, AppDataName, Claim, Claims, Drop, Listing, Partner, Post } from './store/app-data'
export { type Cell, createCell } from './store/store'
export { abortable, wait, within } from './waiting'
