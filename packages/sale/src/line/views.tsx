import { Announcement, artOf, BLANK, Digits, type EditionLook, Lane, linkStyles, Pack, ROOF } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { toast } from '@fieldhouse/wallet-login'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Bill, Headline, Notice, State, Total, TotalRow } from '../purchase/Parts'
import { wordsOf } from '../purchase/problem'
import slipStyles from '../purchase/Slip.module.css'
import { unitText } from '../purchase/times'
import { buzzer, soundBuzzer, startBuzzer, stopBuzzer } from './buzzer'
import s from './Line.module.css'
import { type LineSlip, type LineStatus, ordinal, ordinalEnding, placesPassed, useSteady, useTitle } from './status'
import { lineTexts } from './texts'

/** What is ordered, as a row on top where the window is narrow and the slip comes first. */
function OrderRow({ slip, look }: { slip: LineSlip; look: EditionLook }) {
  const { drop } = slip
  return (
    <p className={s.order} data-order>
      <Pack look={look} name={drop.name} paint="floor" art={artOf(drop)} />
      <b>
        {slip.packs(slip.quantity)}, <span>{drop.name}</span>
      </b>
      <span className={s.sum}>
        <Total slip={slip} />
      </span>
    </p>
  )
}

export interface InLineProps {
  slip: LineSlip
  status: LineStatus
  /** `sent` once a node has it, or may have it: then nobody leaves. */
  phase: 'queued' | 'sent'
  /** Answers whether the line has heard it. */
  onLeave: () => Promise<boolean>
  look: EditionLook
}

/** For so long after an opening it is shown how long ago that was, in milliseconds. */
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
  const minutes = Math.ceil((seconds ?? 0) / 60)
  const when =
    seconds === null
      ? ''
      : seconds <= 0
        ? `${slip.t('waitingOver')}.`
        : seconds < 60
          ? t('about', { count: seconds, time: unitText(seconds, 'second', language) })
          : t('about', { count: minutes, time: unitText(minutes, 'minute', language) })
  const rest = isSent
    ? t('answer')
    : isStill
      ? t('kept')
      : place === null
        ? t('soon')
        : `${t('of', { of: number(BigInt(of)) })}. ${when}`
  const head = t(isSent ? 'order' : place === null ? 'held' : 'youAre')
  const at = isSent ? t('sent') : nth
  // One sentence: "You're 312th of 1,840." and "Your order is sent. Now the chain answers."
  const said = `${head}${at ? ` ${at}` : ''}${isSent || isStill || place === null ? '.' : ''} ${rest}`
  const digits = place === null ? BLANK.repeat(Math.max(3, String(of).length)) : String(place)
  const opened = drop.startsAt === null ? RECENT : now - drop.startsAt
  const leave = async () => {
    // Otherwise the record says that it left.
    if (!(await onLeave())) toast({ kind: 'error', text: t('notLeft'), more: t('notLeftMore') })
  }
  return (
    <div className={s.view} data-line={phase}>
      <OrderRow slip={slip} look={look} />
      <State
        mark={isSent ? 'live' : 'soon'}
        end={!isSent && opened >= 0 && opened < RECENT && t('opened', { time: shortSpan(opened) })}
      >
        {isSent || isStill ? slip.t(isSent ? 'sendingTitle' : 'paused') : t('inLine')}
      </State>
      <Headline className={s.place}>
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
      </Headline>
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
        <button type="button" className={`${linkStyles.outline} ${s.leave}`} onClick={() => void leave()}>
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

export interface TicketProps {
  slip: LineSlip
  status: LineStatus
  onLeave: () => void
  /** How many packs are left; null without a limit. */
  left: bigint | null
}

/** The width of a number in em: digits, and the marks between thousands. */
const emsOf = (text: string): number => [...text].reduce((sum, letter) => sum + (/\d/.test(letter) ? 0.49 : 0.25), 0)

/** The lowest value so far: the minutes that are shown only fall. */
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
  const alarm = useSyncExternalStore(buzzer.subscribe, buzzer.get)
  const nth = place === null ? null : ordinal(place, slip)
  useTitle(nth, drop.name)
  const total = t('of', { of: number(BigInt(of)) })
  const shown = place === null ? '' : number(BigInt(place))
  return (
    <div className={`${s.view} ${s.ticket}`} data-line="ticket">
      <p className={s.of}>
        {drop.name}, {slip.packs(slip.quantity)}
        <svg className={s.roof} viewBox="0 0 44 36" aria-hidden="true">
          <path d={ROOF} />
        </svg>
      </p>
      <Headline className={s.place}>
        <span className={s.head}>{t('place')} </span>
        <span className={s.printed} style={{ '--ems': emsOf(shown || '000') } as CSSProperties}>
          {shown}
        </span>
        <span className={s.total}> {total}</span>
      </Headline>
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
        {alarm !== 'off' && t(`buzzers.${alarm}`)}
      </p>
      <button
        type="button"
        className={`${linkStyles.large} ${s.buzz}`}
        aria-pressed={alarm !== 'off'}
        onClick={() => (alarm === 'off' ? void startBuzzer() : stopBuzzer())}
      >
        {t('buzzer')}
      </button>
      <button type="button" className={`${linkStyles.outline} ${s.leave}`} onClick={onLeave}>
        {t('leave')}
      </button>
    </div>
  )
}

export interface YourTurnProps {
  slip: LineSlip
  look: EditionLook
  /** When the turn is over, by the gateway's clock. */
  endsAt: number
  /** Has the wallet sign. */
  onBuy: () => void
  isMissed: boolean
  /** What was signed before has been refused, as its price was gone when it was sent. */
  isPriceGone: boolean
  onAgain: () => void
}

/** How long a turn is, seconds. */
const TURN = 60

/** The visitor's turn to sign: the only slip filled with the accent, seen from across the room. */
export function YourTurn({ slip, look, endsAt, onBuy, isMissed, isPriceGone, onAgain }: YourTurnProps): ReactNode {
  const { t } = useTexts(lineTexts)
  const { drop } = slip
  const packs = slip.packs(slip.quantity)
  const press = `${linkStyles.large} ${slipStyles.go} ${s.act}`
  const left = Math.min(TURN, Math.max(0, Math.ceil((endsAt - slip.now) / 1000)))
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another button stands there once the minute is missed.
  useEffect(() => button.current?.focus(), [isMissed])
  const [isShown, setShown] = useState(false)
  const call = useRef(() => soundBuzzer(`${t('turn')}, ${drop.name}`, t('within')))
  useEffect(() => setShown(true), [])
  useEffect(() => {
    if (!isMissed) call.current()
  }, [isMissed])
  useTitle(isMissed ? null : t('turn'), drop.name)
  const passed = !isShown ? 0 : isMissed ? 4 : left > 30 ? 1 : left > 10 ? 2 : 3
  const { phase, language, deposit } = slip
  const found = phase.name === 'failed' ? phase.problem : null
  const shown = found?.kind === 'moved' && deposit !== null ? { ...found, deposit } : found
  const problem = shown ? wordsOf(shown, drop.limitCooldown > 0, slip.t, language) : ''
  const said = isMissed
    ? t('missed')
    : `${t('turn')}. ${t('turnLeft', { count: left })}${isPriceGone && left > 30 ? ` ${t('priceGone')}` : ''}`
  return (
    <div className={`${s.view} ${isMissed ? '' : s.turn}`} data-line={isMissed ? 'missed' : 'turn'}>
      <Announcement passed={passed} text={said} />
      <OrderRow slip={slip} look={look} />
      {isMissed ? (
        <Notice
          title={t('missedTitle')}
          word={t('missed')}
          text={
            problem ? (
              <>
                <p>{problem}</p>
                <p>{t('missedNote')}</p>
              </>
            ) : (
              t('missedNote')
            )
          }
          action={
            <button ref={button} type="button" className={press} onClick={onAgain}>
              {t('again')}
            </button>
          }
        />
      ) : (
        <>
          <p className={s.head}>{t('turn')}</p>
          <p className={s.clock} role="timer" aria-label={t('turnLeft', { count: left })}>
            <Digits digits={String(left).padStart(2, '0')} />
          </p>
          <svg className={s.hashes} viewBox="0 0 376 26" preserveAspectRatio="none" aria-hidden="true">
            {/* A line as wide as the marks are long, in dashes. */}
            <path d={`M0 13H${(376 / TURN) * left}`} />
            <path d={`M376 13H${(376 / TURN) * left}`} />
          </svg>
          <p className={s.rest}>{t('within')}</p>
          <p className={s.why} role="status">
            {isPriceGone ? t('priceGone') : problem}
          </p>
          <Bill>
            <TotalRow name={packs}>
              <Total slip={slip} />
            </TotalRow>
          </Bill>
          <button ref={button} type="button" className={`${press} ${s.press}`} onClick={onBuy}>
            {t('signFor', { packs })}
          </button>
          <p className={slipStyles.note}>{t('ifMissed')}</p>
        </>
      )}
    </div>
  )
}
