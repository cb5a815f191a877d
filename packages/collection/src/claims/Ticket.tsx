import { type Claim, type Drop, useRemaining } from '@fieldhouse/chain-data'
import { artOf, Countdown, type EditionLook, Pack } from '@fieldhouse/design'
import { formatDateTime, formatNumber, useTexts } from '@fieldhouse/i18n'
import { RowText } from '../RowText'
import s from './Claims.module.css'
import { texts } from './texts'

/** From here on it is the last day, in milliseconds. */
const LAST_DAY = 86_400_000

export interface TicketProps {
  look: EditionLook
  claim: Claim
  /** The drop whose packs it is for; undefined when it is not in the list. */
  drop: Drop | undefined
  isPicked: boolean
  isFixed: boolean
  onPick: (isPicked: boolean) => void
}

/** A claim as a ticket: what it is for, how many packs, and on its stub until when. */
export function Ticket({ look, claim, drop, isPicked, isFixed, onPick }: TicketProps) {
  const { t, language } = useTexts(texts)
  const { dropId, reason, amount, expiresAt } = claim
  const name = drop?.name ?? t('unnamed', { id: dropId })
  const why = reason ? <RowText text={reason} /> : t('reasonless', { count: Number(amount) })
  return (
    <li className={s.ticket}>
      <label className={s.pick}>
        <input
          type="checkbox"
          checked={isPicked}
          disabled={isFixed}
          onChange={({ target }) => onPick(target.checked)}
        />
        <span className="fh-hidden">
          {t('pick')}: {why}, {name}
        </span>
        <svg viewBox="0 0 40 40" aria-hidden="true">
          <path d="M3 3H37V37H3Z" />
          <path d="M9 21L17 29L31 11" />
        </svg>
      </label>
      <div className={s.art}>
        <Pack look={look} name={name} paint="floor" art={drop && artOf(drop)} />
      </div>
      <div className={s.why}>
        <h2>{why}</h2>
        {drop && (
          <p>
            <RowText text={drop.description} />
          </p>
        )}
      </div>
      <p className={s.amount}>
        <b>{formatNumber(amount, language)}</b>{' '}
        <span>
          {t('packs', { count: Number(amount) })} <span>{name}</span>
        </span>
      </p>
      <div className={s.stub}>{expiresAt === null ? <NoHurry /> : <Deadline at={expiresAt} />}</div>
    </li>
  )
}

function NoHurry() {
  const { t } = useTexts(texts)
  return (
    <>
      <p>{t('noHurry')}</p>
      <p>{t('noEnd')}</p>
    </>
  )
}

function Deadline({ at }: { at: number }) {
  const { t, language } = useTexts(texts)
  const remaining = useRemaining(at)
  const isLastDay = remaining !== null && remaining < LAST_DAY
  return (
    <>
      <p>{isLastDay ? <em>{t('lastDay')}</em> : t('within')}</p>
      <Countdown className={s.clock} remaining={remaining} label={t('within')} ended={t('lastDay')} />
      <p>
        <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, language)}</time>
      </p>
    </>
  )
}
