import { Announcement, linkStyles, ROOF } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { type CSSProperties, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { Said } from '../purchase/Parts'
import { askForBuzzer, buzzer, stopBuzzer } from './buzzer'
import s from './Line.module.css'
import { type LineSlip, type LineStatus, ordinal, placesPassed, useSteady, useTitle } from './status'
import { lineTexts } from './texts'

export interface TicketProps {
  slip: LineSlip
  status: LineStatus
  onLeave: () => void
  /** How many packs are left; null without a limit. */
  left: bigint | null
}

/** How wide a number is set, in its own size: a digit, and what stands between thousands. */
const emsOf = (text: string): number => [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? 0.49 : 0.25), 0)

/** The fewest of what it has been: minutes are rounded up, and only fall. */
function useFewest(value: number | null): number | null {
  const fewest = useRef(value)
  if (value !== null) fewest.current = Math.min(value, fewest.current ?? value)
  return fewest.current
}

/** A place before a signature, on paper: nobody signs what expires before it can be sent. */
export function Ticket({ slip, status, onLeave, left }: TicketProps): ReactNode {
  const { t } = useTexts(lineTexts)
  const { number, drop } = slip
  const { place, of, about, isMoving, from } = useSteady(status, slip.now)
  const minutes = useFewest(about === null ? null : Math.max(1, Math.ceil(about / 60_000)))
  const asked = useSyncExternalStore(buzzer.subscribe, buzzer.get)
  const nth = place === null ? null : ordinal(place, slip)
  useTitle(nth, drop.name)
  const total = t('of', { of: number(BigInt(of)) })
  const shown = place === null ? '' : number(BigInt(place))
  return (
    <div className={`${s.view} ${s.ticket}`} data-line="ticket">
      <p className={s.of}>
        {drop.name}, {slip.t('choose', { count: Number(slip.quantity) })}
        <svg className={s.roof} viewBox="0 0 44 36" aria-hidden="true">
          <path d={ROOF} />
        </svg>
      </p>
      <Said className={s.place}>
        <span className={s.head}>{t('place')} </span>
        <span className={s.printed} style={{ '--ems': emsOf(shown || '000') } as CSSProperties}>
          {shown}
        </span>
        <span className={s.total}> {total}</span>
      </Said>
      <Announcement
        passed={place === null ? null : placesPassed(place, from)}
        text={`${t('place')}: ${nth} ${total}`}
      />
      <i className={s.perforation} aria-hidden="true" />
      <p className={s.ask} role="status">
        {isMoving ? (minutes === null ? t('ask') : t('askAbout', { count: minutes })) : t('kept')}
      </p>
      <p className={s.certain}>
        {t('unsigned')} {left !== null && t('mayEnd', { count: Number(left), left: number(left) })}
      </p>
      <p className={s.certain} role="status">
        {asked !== 'off' && t(`buzzers.${asked}`)}
      </p>
      <button
        type="button"
        className={`${linkStyles.large} ${s.buzz}`}
        aria-pressed={asked !== 'off'}
        onClick={() => (asked === 'off' ? void askForBuzzer() : stopBuzzer())}
      >
        {t('buzzer')}
      </button>
      <button type="button" className={`${linkStyles.outline} ${s.leave}`} onClick={onLeave}>
        {t('leave')}
      </button>
    </div>
  )
}
