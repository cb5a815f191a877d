import { useLater } from '@fieldhouse/edition-kit'
import type { UnreadProps } from './UnreadWords'

/** The words are fetched ahead of need, in milliseconds: when they are due, the network may be gone. */
const FETCH_AFTER = 4000

const loadWords = () => import(/* webpackChunkName: "unread" */ './UnreadWords')

/** What is missing or old, and since when. */
export function Unread(props: UnreadProps) {
  const isDue = (props.unreadSince ?? props.unpricedSince) !== null
  const words = useLater(loadWords, isDue ? 0 : FETCH_AFTER)
  return words && <words.UnreadWords {...props} />
}
