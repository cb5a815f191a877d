import { Announcement, Digits, type EditionLook, linkStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { State, Total } from '../purchase/Parts'
import slipStyles from '../purchase/Slip.module.css'
import { soundBuzzer } from './buzzer'
import s from './Line.module.css'
import { OrderRow } from './OrderRow'
import { type LineSlip, useTitle } from './status'
import { lineTexts } from './texts'

export interface YourTurnProps {
  slip: LineSlip
  look: EditionLook
  /** When one's minute is over, by the gateway's clock. */
  endsAt: number
  /** Has the wallet asked; called with what was pressed. */
  onBuy: (pressed: Element) => void
  isMissed: boolean
  onAgain: () => void
}

/** How long a turn is, seconds. */
const TURN = 60

/** One's turn to sign: the only slip filled with the accent, seen from across the room. */
export function YourTurn({ slip, look, endsAt, onBuy, isMissed, onAgain }: YourTurnProps): ReactNode {
  const { t } = useTexts(lineTexts)
  const { drop } = slip
  const packs = slip.t('choose', { count: Number(slip.quantity) })
  const left = Math.min(TURN, Math.max(0, Math.ceil((endsAt - slip.now) / 1000)))
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another button stands there once the minute is missed.
  useEffect(() => button.current?.focus(), [isMissed])
  const [isShown, setShown] = useState(false)
  const call = useRef(() => soundBuzzer(`${t('turn')}, ${drop.name}`, t('within')))
  useEffect(() => {
    setShown(true)
    call.current()
  }, [])
  useTitle(isMissed ? null : t('turn'), drop.name)
  const passed = !isShown ? 0 : isMissed ? 4 : left > 30 ? 1 : left > 10 ? 2 : 3
  const said = isMissed ? t('missed') : `${t('turn')}. ${t('turnLeft', { count: left })}`
  return (
    <div className={`${s.view} ${isMissed ? '' : s.turn}`} data-line={isMissed ? 'missed' : 'turn'}>
      <Announcement passed={passed} text={said} />
      <OrderRow slip={slip} look={look} />
      {isMissed ? (
        <>
          <State mark="closed">{t('missedTitle')}</State>
          <p className={`${slipStyles.word} ${slipStyles.yours}`}>{t('missed')}</p>
          <p className={slipStyles.notice}>{t('missedNote')}</p>
          <button
            ref={button}
            type="button"
            className={`${linkStyles.large} ${slipStyles.go} ${s.act}`}
            onClick={onAgain}
          >
            {t('again')}
          </button>
        </>
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
          <dl className={slipStyles.bill}>
            <div className={slipStyles.total}>
              <dt>{packs}</dt>
              <dd>
                <Total slip={slip} />
              </dd>
            </div>
          </dl>
          <button
            ref={button}
            type="button"
            className={`${linkStyles.large} ${slipStyles.go} ${s.act} ${s.press}`}
            onClick={({ currentTarget }) => onBuy(currentTarget)}
          >
            {t('signFor', { packs })}
          </button>
          <p className={slipStyles.note}>{t('ifMissed')}</p>
        </>
      )}
    </div>
  )
}
