import { useUnreadSince } from '@fieldhouse/chain-data'
import { useLater } from '@fieldhouse/edition-kit'
import type { UnreadProps } from './UnreadWords'

/** The words are fetched ahead of need, in milliseconds: when they are due, the network may be gone. */
const FETCH_AFTER = 4000

const loadWords = () => import(/* webpackChunkName: "unread" */ './UnreadWords')

/** What is missing or old, and since when. */
export function Unread({ isKnown }: Pick<UnreadProps, 'isKnown'>) {
  const since = { unreadSince: useUnreadSince('rowDrops'), unpricedSince: useUnreadSince('medianPrice') }
  const isDue = (since.unreadSince ?? since.unpricedSince) !== null
  const words = useLater(loadWords, isDue ? 0 : FETCH_AFTER)
  return words && <words.UnreadWords isKnown={isKnown} {...since} />
}
