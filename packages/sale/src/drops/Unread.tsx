import { useLater } from '@fieldhouse/edition-kit'
import type { UnreadProps } from './UnreadWords'

/** The words are no part of the first sight, and fetched before they are due: then there may be nobody to fetch them from. In milliseconds. */
const AHEAD = 4000

const loadWords = () => import(/* webpackChunkName: "unread" */ './UnreadWords')

/** What is missing or old, and since when. */
export function Unread(props: UnreadProps) {
  const isDue = (props.unreadSince ?? props.unpricedSince) !== null
  const words = useLater(loadWords, isDue ? 0 : AHEAD)
  return words && <words.UnreadWords {...props} />
}
