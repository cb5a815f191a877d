import { useRef } from 'react'

export interface AnnouncementProps {
  /** How many thresholds have been passed; null while that is not known. */
  passed: number | null
  text: string
}

/** For who does not see a number change: says the text when another threshold is passed while it is shown, and never else. */
export function Announcement({ passed, text }: AnnouncementProps) {
  const { current } = useRef({ at: passed, said: '' })
  if (passed !== null && passed !== current.at) {
    current.said = current.at !== null && passed > current.at ? text : ''
    current.at = passed
  }
  return (
    <span className="fh-hidden" aria-live="polite">
      {current.said}
    </span>
  )
}
