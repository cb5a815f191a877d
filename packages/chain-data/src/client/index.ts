export { claimedOf, openClaims } from '../rows/claims'
export { rowAvailableDropsToClaim } from './claims'
export {
  type AnswerRequest,
  type FetchedAnswer,
  fetchAnswer,
  followAtGateway,
  numberOf,
  readLine,
} from './fetch-answer'
export { accountLink, marketLink } from './links'
export {
  fetchMediumPost,
  getMedian,
  getPartnersCodes,
  rowBalanceWax,
  rowDrops,
} from './reads'
export { transactionLink } from './transaction-link'
