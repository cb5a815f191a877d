import { useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useState } from 'react'
import { clockText, spokenAt, useSecondsLeft } from '../countdown'
import { texts } from '../texts'

interface ExpiryProps {
  /** By this computer's clock, in epoch milliseconds. */
  deadline: number
  /** What is around the time. */
  children: (time: string) => ReactNode
}

/** Time that is left, `mm:ss`. It is not read out every second. */
export function Expiry({ deadline, children }: ExpiryProps) {
  return (
    <span role="timer" aria-live="off">
      {children(clockText(useSecondsLeft(deadline)))}
    </span>
  )
}

/** Says what is left at a minute, half a minute and ten seconds. It stands beside what it counts for, and is silent at first. */
export function ExpiryVoice({ deadline }: Pick<ExpiryProps, 'deadline'>) {
  const { t } = useTexts(texts)
  const moment = spokenAt(useSecondsLeft(deadline))
  const [first] = useState(moment)
  return (
    <p className="fh-hidden" aria-live="polite">
      {moment === null || moment === first ? '' : t('left', { seconds: moment })}
    </p>
  )
}
