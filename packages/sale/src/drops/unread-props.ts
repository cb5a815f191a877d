export interface UnreadProps {
  /** Whether something is shown that may be old. */
  isKnown: boolean
  unreadSince: number | null
  unpricedSince: number | null
}
