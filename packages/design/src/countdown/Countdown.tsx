import { defineTexts, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Countdown.module.css'
import { Announcement, BLANK, Digits } from './Digits'
import { countdownParts, type Part, seasonPart, thresholdsPassed } from './remaining'

/** What stands at a countdown's end. */
const countdownTexts = defineTexts({
  en: { ended: 'Grab your pack now!' },
  es: { ended: '¡Llévate tu sobre ya!' },
})

interface CountdownProps {
  /** Milliseconds, null before hydration and while prerendering: `useRemaining` of chain data. */
  remaining: number | null
  /** What is counted down to, for those who hear it: `Next sale in:`. */
  label: string
  /** What stands there at the end; by default 'Grab your pack now!' (specification, section 2). */
  ended?: string
  /** Where that leads. */
  href?: string
  className?: string | undefined
}

/** Digit cells that tick each second. Before hydration the cells are empty, of the same size. */
export function Countdown({ remaining, label, ended, href, className }: CountdownProps): ReactNode {
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
              <Cells key={part.unit} {...part} />
            ))}
          </span>
          {/* A timer is quiet by itself; what it says can be read at any moment. */}
          <span className="fh-hidden" role="timer" aria-label={label}>
            {spoken}
          </span>
        </>
      ) : (
        <span className={s.ended}>{href ? <a href={href}>{end}</a> : end}</span>
      )}
      <Announcement
        passed={remaining === null ? null : thresholdsPassed(remaining)}
        text={parts.length > 0 ? `${label} ${spoken}` : end}
      />
    </span>
  )
}

/** `2 days`, `1 hora`: in the words that the browser has for it. */
const inWords = ({ unit, value }: Pick<Part, 'unit' | 'value'>, language: string): string =>
  value.toLocaleString(language, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' })

const EMPTY_CELLS: Part[] = [
  { unit: 'days', value: 0, digits: BLANK },
  { unit: 'hours', value: 0, digits: BLANK.repeat(2) },
  { unit: 'minutes', value: 0, digits: BLANK.repeat(2) },
]

function Cells({ unit, digits }: Part) {
  return (
    <span className={s.part}>
      <Digits digits={digits} />
      {/* días, horas, minutos, segundos: the same letters. */}
      <i>{unit[0]}</i>
    </span>
  )
}

interface SeasonCountdownProps {
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
