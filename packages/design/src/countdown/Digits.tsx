import { useRef } from 'react'
import s from './Countdown.module.css'

/** A space that holds a line open: an empty cell has the baseline of a full one. */
export const BLANK = '\u00a0'

/** Split-flap digits, a cell each, {@link BLANK} for an empty one. A new digit is a new element, so that it flips in. */
export const Digits = ({ digits }: { digits: string }) =>
  [...digits].map((digit, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place, counted from the last: the ones stay the ones.
    <span key={digits.length - index} className={s.cell}>
      <b key={digit}>{digit}</b>
    </span>
  ))

interface AnnouncementProps {
  /** How many thresholds have been passed; null while that is not known. */
  passed: number | null
  text: string
}

/** For who does not see a number change: says the text when another threshold is passed while it is shown, and never else. */
export function Announcement({ passed, text }: AnnouncementProps) {
  const { current } = useRef({ at: passed, announced: '' })
  if (passed !== null && passed !== current.at) {
    current.announced = current.at !== null && passed > current.at ? text : ''
    current.at = passed
  }
  return (
    <span className="fh-hidden" aria-live="polite">
      {current.announced}
    </span>
  )
}
