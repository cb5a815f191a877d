import { useRemaining } from '@fieldhouse/chain-data'
import { Announcement } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { texts } from './texts'

/** Seconds left when a countdown speaks to those who do not see it. */
const SPOKEN = [60, 30, 10] as const

/** `mm:ss`. */
export const clockText = (seconds: number): string =>
  [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':')

const useSecondsLeft = (deadline: number): number => (useRemaining(deadline) ?? 0) / 1000

interface ExpiryProps {
  /** By the chain's clock, in epoch milliseconds. */
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

/** Announces what is left at a minute, half a minute and ten seconds. It is rendered beside its screen, silent at first. */
export function ExpiryVoice({ deadline }: Pick<ExpiryProps, 'deadline'>) {
  const { t } = useTexts(texts)
  const seconds = useSecondsLeft(deadline)
  const passed = SPOKEN.filter((moment) => seconds <= moment)
  return <Announcement passed={passed.length} text={t('left', { seconds: passed.at(-1) ?? 0 })} />
}
