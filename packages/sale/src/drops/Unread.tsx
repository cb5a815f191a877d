import { useEffect, useState } from 'react'
import type { UnreadProps } from './UnreadWords'

/** The words are no part of the first sight, and fetched before they are due: then there may be nobody to fetch them from. In milliseconds. */
const AHEAD = 4000

/** What is missing or old, and since when. */
export function Unread(props: UnreadProps) {
  const [words, show] = useState<typeof import('./UnreadWords')>()
  const isDue = (props.unreadSince ?? props.unpricedSince) !== null
  useEffect(() => {
    const fetchWords = () => import(/* webpackChunkName: "unread" */ './UnreadWords').then(show, () => {})
    const timer = setTimeout(fetchWords, isDue ? 0 : AHEAD)
    return () => clearTimeout(timer)
  }, [isDue])
  return words && <words.UnreadWords {...props} />
}
