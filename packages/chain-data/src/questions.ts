import type { NetworkSettings } from '@fieldhouse/contract'
import { MEDIAN_LIMIT } from '@fieldhouse/contract/constants'
import { readPosts } from './posts'
import { type Question, rowsAddress, rowsOf } from './question'
import { readDrop } from './rows/drop'
import { readMedian, readPartner } from './rows/tables'
import { readRows } from './rows/values'
import type { Drop, Partner, Post } from './store/app-data'

// What is everybody's: parameters and limits of the specification, section 7.

/** How each name is read that a page's snapshot can hold. */
export const siteReaders = {
  rowDrops: (body: unknown): readonly Drop[] => {
    const paused = Object(Object(body).paused)
    return readRows(rowsOf(body), readDrop).map((drop) => ({ ...drop, paused: paused[drop.edition] }))
  },
  medianPrice: (body: unknown): bigint | null => readMedian(rowsOf(body)),
  partnersCodes: (body: unknown): readonly Partner[] => readRows(rowsOf(body), readPartner),
  PostsMedium: readPosts,
}

export const drops = ({ gameContract }: NetworkSettings): Question<'rowDrops', readonly Drop[]> => ({
  name: 'rowDrops',
  address: rowsAddress('drops', { account: gameContract }),
  read: siteReaders.rowDrops,
})

/** The oracle's newest median that is no seed: the gateway picks that row, whatever its place in the ring. */
export const median = ({ oracle, oraclePair }: NetworkSettings): Question<'medianPrice'> => ({
  name: 'medianPrice',
  address: rowsAddress('datapoints', {
    account: oracle,
    limit: String(MEDIAN_LIMIT),
    isLimited: 'true',
    scope: oraclePair,
  }),
  read: siteReaders.medianPrice,
})

export const partners = ({ gameContract }: NetworkSettings): Question<'partnersCodes', readonly Partner[]> => ({
  name: 'partnersCodes',
  address: rowsAddress('partners', { account: gameContract }),
  read: siteReaders.partnersCodes,
})

/** @param feed address of the blog's feed: one that the gateway is configured for */
export const posts = (feed: string): Question<'PostsMedium', readonly Post[]> => ({
  name: 'PostsMedium',
  address: `/api/v1/feed?${new URLSearchParams({ rss_url: feed })}`,
  read: readPosts,
})
