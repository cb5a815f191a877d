import type { DataError } from '@fieldhouse/chain-data'

/** What failed, for whoever reads the console or collects it. */
export interface AssetFailure {
  doing: 'fetching assets'
  collection: string
  owner: string
  /** The page that failed, from 1; 0 for the one answer with all of an owner's. */
  page: number
  failure: DataError
}

/** The one place where a failed asset fetch is logged (specification, section 8): one line with its circumstances. */
export const logFailure = ({ doing, failure, ...where }: AssetFailure): void => {
  const { reason, status, message } = failure
  console.error(`${doing}: ${message}`, { ...where, reason, status })
}
