// What every page carries: the host shares this entry, so all roots have the same store, clock and cache. What only some
// pages need has entries of its own (`./client`, `./polling`, `./assets`, `./purchase`), which take their state from here.
export type { AskOptions } from './cache/answer-cache'
export { useAppData, useDrops, useGatewayNow, useMedianPrice, useRemaining, useUnreadSince } from './hooks'
export { type ListedDrop, listDrops } from './list-drops'
export { hundredths, isByMedian, waxForListing } from './price/price'
export type { Question } from './questions/question'
export * as siteQuestions from './questions/site'
export { DataError, type DataErrorReason } from './request/data-error'
export { fetchJson, readText } from './request/fetch-json'
export type { DropState } from './rows/drop'
export { dropState, dropsLeft, percentLeft } from './rows/drop'
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
export type { AppData, AppDataName, Claim, Drop, Listing, Partner, Post } from './store/app-data'
export { type Cell, createCell } from './store/cell'
export { abortable, wait, within } from './waiting'
