export { claimedOf, openClaims } from './claims'
export {
  type AnswerRequest,
  type FetchedAnswer,
  fetchAnswer,
  followAtGateway,
  numberOf,
  readLine,
} from './fetch-answer'
export { accountLink, marketLink, transactionLink } from './links'
export { fetchMediumPost, getMedian, getPartnersCodes, rowDrops } from './site-reads'
export { rowAvailableDropsToClaim, rowBalanceWax } from './user-reads'
