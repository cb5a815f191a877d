import { useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useRef } from 'react'
import s from './Countdown.module.css'
import { countdownParts, type Part, seasonPart, thresholdsPassed } from './remaining'
import { countdownTexts } from './texts'

export interface CountdownProps {
  /** Milliseconds, null before hydration and while prerendering: `useRemaining` of chain data. */
  remaining: number | null
  /** What is counted down to, for those who hear it: `Next sale in:`. */
  label: string
  /** What stands there at the end; by default 'Grab your pack now!' (specification, section 2). */
  ended?: string
  className?: string | undefined
}

/** Digit cells that tick each second. Before hydration the cells are empty, of the same size. */
export function Countdown({ remaining, label, ended, className }: CountdownProps): ReactNode {
  const { t, language } = useTexts(countdownTexts)
  const end = ended ?? t('ended')
  const parts = remaining === null ? EMPTY_CELLS : countdownParts(remaining)
  const spoken = remaining === null ? '' : parts.map((part) => inWords(part, language)).join(' ')
  return (
    <span className={`${s.countdown} ${className ?? ''}`}>
      {parts.length > 0 ? (
        <>
          <span className={s.cells} aria-hidden="true">
            {parts.map((part) => (
              <Cells key={part.unit} part={part} unit={t(part.unit)} />
            ))}
          </span>
          {/* A timer is quiet by itself; what it says can be read at any moment. */}
          <span className="fh-hidden" role="timer" aria-label={label}>
            {spoken}
          </span>
        </>
      ) : (
        <span className={s.ended}>{end}</span>
      )}
      <Announcement remaining={remaining} text={parts.length > 0 ? `${label} ${spoken}` : end} />
    </span>
  )
}

/** `2 days`, `1 hora`: in the words that the browser has for it. */
const inWords = ({ unit, value }: Pick<Part, 'unit' | 'value'>, language: string): string =>
  value.toLocaleString(language, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' })

/** A space that holds a line open: an empty cell has the baseline of a full one. */
const BLANK = '\u00a0'

const EMPTY_CELLS: Part[] = [
  { unit: 'days', value: 0, digits: BLANK },
  { unit: 'hours', value: 0, digits: BLANK.repeat(2) },
  { unit: 'minutes', value: 0, digits: BLANK.repeat(2) },
]

function Cells({ part, unit }: { part: Part; unit: string }) {
  return (
    <span className={s.part}>
      {[...part.digits].map((digit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place; only its digit changes.
        <span key={index} className={s.cell}>
          {/* A new digit is a new element, so that it flips in. */}
          <b key={digit}>{digit}</b>
        </span>
      ))}
      <i>{unit}</i>
    </span>
  )
}

/** Speaks when the countdown passes a threshold while the page is open, and never else. */
function Announcement({ remaining, text }: { remaining: number | null; text: string }) {
  const said = useRef<{ passed: number; text: string } | null>(null)
  if (remaining !== null) {
    const passed = thresholdsPassed(remaining)
    if (said.current === null) said.current = { passed, text: '' }
    else if (said.current.passed !== passed) said.current = { passed, text }
  }
  return (
    <span className="fh-hidden" aria-live="polite">
      {said.current?.text}
    </span>
  )
}

export interface SeasonCountdownProps {
  remaining: number | null
  /** 'Season 3 starts in:'. */
  label: string
  /** 'Season 3 is live'. */
  ended: string
}

/** The season's countdown: one number in turn, and at zero one sentence (specification, section 2). */
export function SeasonCountdown({ remaining, label, ended }: SeasonCountdownProps): ReactNode {
  const { language } = useTexts(countdownTexts)
  const part = remaining === null ? undefined : seasonPart(remaining)
  if (part === null) return <b>{ended}</b>
  return (
    <>
      <span>{label}</span> <b className={s.season}>{part ? inWords(part, language) : ''}</b>
    </>
  )
}
