import { type AskOptions, ask, type Drop, type Partner, type Post, siteQuestions } from '@fieldhouse/chain-data'
import type { NetworkSettings } from '@fieldhouse/contract'

/** The oracle's newest median that is not 0, in 10^-4 US dollars for one WAX; null when the oracle has none. */
export const getMedian = (network: NetworkSettings, options?: AskOptions): Promise<bigint | null> =>
  ask(siteQuestions.median(network), options)

/** Every edition's drops, hidden ones included, in the chain's order. */
export const rowDrops = (network: NetworkSettings, options?: AskOptions): Promise<readonly Drop[]> =>
  ask(siteQuestions.drops(network), options)

/** Every partner, those included whose code does not count now (see `isPartnerOpen`). */
export const getPartnersCodes = (network: NetworkSettings, options?: AskOptions): Promise<readonly Partner[]> =>
  ask(siteQuestions.partners(network), options)

/**
 * The posts of the blog, newest first; none, without a request, for an empty address.
 *
 * @param feed address of the blog's feed, one that the gateway is configured for
 */
export const fetchMediumPost = async (feed: string, options?: AskOptions): Promise<readonly Post[]> =>
  feed === '' ? [] : ask(siteQuestions.posts(feed), options)
