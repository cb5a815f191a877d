export { claimedOf, openClaims } from '../rows/tables'
export {
  type AnswerRequest,
  type FetchedAnswer,
  fetchAnswer,
  followAtGateway,
  numberOf,
  readLine,
} from './fetch-answer'
export { accountLink, marketLink, transactionLink } from './links'
export {
  fetchMediumPost,
  getMedian,
  getPartnersCodes,
  rowAvailableDropsToClaim,
  rowBalanceWax,
  rowDrops,
} from './reads'
