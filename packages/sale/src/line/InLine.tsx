import { Announcement, BLANK, Digits, type EditionLook, Lane, linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { CSSProperties, ReactNode } from 'react'
import { Said, State } from '../purchase/Parts'
import s from './Line.module.css'
import { OrderRow } from './OrderRow'
import { type LineSlip, type LineStatus, ordinal, ordinalEnding, placesPassed, useSteady, useTitle } from './status'
import { lineTexts } from './texts'

export interface InLineProps {
  slip: LineSlip
  status: LineStatus
  /** `sent` once a node has it, or may have it: then nobody leaves. */
  phase: 'queued' | 'sent'
  onLeave: () => void
  look: EditionLook
}

/** How long after an opening it is said how long ago that was. */
const RECENT = 60 * 60_000

/** Signed, and waiting to be sent: one's place in flip cells, and the same as a ball on its way to the goal line. */
export function InLine({ slip, status, phase, onLeave, look }: InLineProps): ReactNode {
  const { t } = useTexts(lineTexts)
  const { number, drop, now, language } = slip
  const { place, of, about, isMoving, from } = useSteady(status, now)
  const isSent = phase === 'sent'
  const isStill = !isMoving && !isSent
  const nth = place === null || isSent ? null : ordinal(place, slip)
  useTitle(nth, drop.name)
  const seconds = about === null || isStill || isSent ? null : Math.ceil(about / 1000)
  const when =
    seconds === null
      ? ''
      : seconds <= 0
        ? `${slip.t('waitingOver')}.`
        : seconds < 60
          ? t('seconds', { count: seconds })
          : t('minutes', { count: Math.ceil(seconds / 60) })
  const rest = isSent
    ? t('answer')
    : isStill
      ? t('kept')
      : place === null
        ? t('soon')
        : `${t('of', { of: number(BigInt(of)) })}. ${when}`
  const head = t(isSent ? 'order' : place === null ? 'held' : 'youAre')
  const at = isSent ? t('sent') : nth
  // Said in one breath: "You're 312th of 1,840." and "Your order is sent. Now the chain answers."
  const said = `${head}${at ? ` ${at}` : ''}${isSent || isStill || place === null ? '.' : ''} ${rest}`
  const digits = place === null ? BLANK.repeat(Math.max(3, String(of).length)) : String(place)
  const opened = drop.startsAt === null ? RECENT : now - drop.startsAt
  return (
    <div className={s.view} data-line={phase}>
      <OrderRow slip={slip} look={look} />
      <State
        mark={isSent ? 'live' : 'soon'}
        end={!isSent && opened >= 0 && opened < RECENT && t('opened', { time: shortSpan(opened) })}
      >
        {isSent || isStill ? slip.t(isSent ? 'sendingTitle' : 'paused') : t(place === null ? 'held' : 'inLine')}
      </State>
      <Said className={s.place}>
        <span className="fh-hidden">{said}</span>
        <span className={s.head} aria-hidden="true">
          {head}
        </span>
        <span className={s.cells} style={{ '--cells': digits.length } as CSSProperties} aria-hidden="true">
          {isSent ? <b className={s.sent}>{t('sent')}</b> : <Digits digits={digits} />}
          {nth && place !== null && <span className={s.nth}>{ordinalEnding(place, language)}</span>}
        </span>
        <span className={s.rest} aria-hidden="true">
          {rest}
        </span>
      </Said>
      <Announcement passed={nth === null || place === null ? null : placesPassed(place, from)} text={said} />
      <Lane
        look={look}
        done={isSent ? 1 : place === null ? 0 : 1 - place / (from + 1)}
        isSent={isSent}
        isMoving={!isStill}
        seconds={seconds}
        now={now}
      />
      <ul className={s.sure}>
        <li data-done="yes">{t('signed')}</li>
        <li data-done={isSent ? 'yes' : 'half'}>{t(isSent ? 'sentDone' : 'sentAtTurn')}</li>
        <li>{t(isSent ? 'paidLater' : 'unpaid')}</li>
      </ul>
      <p className={s.stay}>
        <b>{t('leaveTab')}</b> {t(isSent ? 'looksUp' : 'keeps')}
      </p>
      {!isSent && (
        <button type="button" className={`${linkStyles.outline} ${s.leave}`} onClick={onLeave}>
          {t('leave')}
        </button>
      )}
    </div>
  )
}

/** `19 s`, `4 min`. */
const shortSpan = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`
}
