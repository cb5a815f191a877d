import {
  type AskOptions,
  ask,
  type Drop,
  type Partner,
  type Post,
  type Question,
  siteQuestions,
} from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'
import { BALANCE_LIMIT } from '@fieldhouse/contract/constants'
import { rowsAddress, rowsOf } from '../question'
import { readBalance } from '../rows/tables'

// `AppData` describes what each of these reads. It is in the page's shared data before the promise resolves.

/** Null when the oracle has no median. */
export const getMedian = (network: NetworkSettings, options?: AskOptions): Promise<bigint | null> =>
  ask(siteQuestions.median(network), options)

export const rowDrops = (network: NetworkSettings, options?: AskOptions): Promise<readonly Drop[]> =>
  ask(siteQuestions.drops(network), options)

export const getPartnersCodes = (network: NetworkSettings, options?: AskOptions): Promise<readonly Partner[]> =>
  ask(siteQuestions.partners(network), options)

/** @param feed address of the blog's feed, one that the gateway is configured for; no request is made for an empty one */
export const fetchMediumPost = async (feed: string, options?: AskOptions): Promise<readonly Post[]> =>
  feed === '' ? [] : ask(siteQuestions.posts(feed), options)

// What is a user's: parameters and limits of the specification, section 7.

const balance = ({ token }: NetworkSettings, user: string): Question<'userWaxBalance', bigint> => ({
  name: 'userWaxBalance',
  address: rowsAddress('accounts', { account: token, limit: String(BALANCE_LIMIT), isLimited: 'true', scope: user }),
  user,
  read: (body) => readBalance(rowsOf(body)),
})

/** Null, without a request, for an empty account. The shared data has it only of the remembered user. */
export const rowBalanceWax = async (
  network: NetworkSettings,
  account: string,
  options?: AskOptions,
): Promise<bigint | null> => (account === '' ? null : ask(balance(network, account), options))
