export { claimedOf, openClaims } from './claims'
export { fetchMediumPost, getMedian, getPartnersCodes, rowDrops } from './site-reads'
export { rowAvailableDropsToClaim, rowBalanceWax } from './user-reads'
