import { dropsLeft, type ListedDrop } from '@fieldhouse/chain-data'
import { linkStyles } from '@fieldhouse/design'
import { formatDateTime } from '@fieldhouse/i18n'
import { login } from '@fieldhouse/wallet-login'
import { Clock } from '../drops/Parts'
import { Bill, Notice, Row, State, Unpressable } from './Parts'
import { Reminder } from './Reminder'
import s from './Slip.module.css'
import { dayIn, isInUtc, momentIn, zoneName } from './times'
import { priceOf, type SaleProps, type SlipState, UNKNOWN } from './use-slip'

// What stands in the slip where there is nothing to buy, with its reason.

/** From a day before it opens, milliseconds, a sale counts down in the button's place too. */
const COUNTED = 86_400_000

/** A sale that has not begun: when it does, by both clocks, and a date for the calendar. */
export function Soon({ slip, pages }: { slip: SlipState; pages: string }) {
  const { t, words, drop, language } = slip
  const at = drop.startsAt ?? slip.now
  const { byMedian, isFree, each } = slip
  return (
    <>
      <State mark="soon">{words('opensIn')}</State>
      <p className={s.big}>
        <Clock target={at} label={words('opensIn')} ended={words('opening')} className={s.clock} />
      </p>
      <h3>{drop.name}</h3>
      <p className={s.price}>
        <b>{priceOf(drop.listing, slip)}</b> {byMedian && !isFree && each !== null && `${slip.wax(each)} WAX`}
      </p>
      <Bill>
        {!isInUtc() && <Row name={t('yourTime')} value={momentIn(at, language)} more={zoneName()} />}
        <Row name="UTC" value={momentIn(at, language, 'UTC')} />
        <Row
          name={t('packs')}
          value={drop.most === 0n ? words('noLimit') : slip.number(drop.most)}
          more={drop.accountLimit > 0n && t('perAccountRow', { limit: slip.number(drop.accountLimit) })}
        />
      </Bill>
      <p>
        <Reminder slip={slip} drop={drop} pages={pages} className={linkStyles.text}>
          {t('calendar')}
        </Reminder>
      </p>
      <Unpressable>
        {at - slip.now > COUNTED ? (
          t('opens', { day: dayIn(at, language) })
        ) : (
          // The clock above says it to those who hear the page.
          <span className={s.counts} aria-hidden="true">
            {words('opensIn')} <Clock target={at} label={words('opensIn')} ended={words('opening')} />
          </span>
        )}
      </Unpressable>
    </>
  )
}

/** The pack that can be had next; undefined for none. */
export const nextOf = (drops: readonly ListedDrop[], drop: ListedDrop): ListedDrop | undefined =>
  drops.find(({ id, state }) => id !== drop.id && (state === 'live' || state === 'soon'))

/** Sold out, or over. */
export function Closed({ slip, drops, pages }: { slip: SlipState } & Pick<SaleProps, 'drops' | 'pages'>) {
  const { t, words, drop, language } = slip
  const left = dropsLeft(drop)
  const isOver = drop.state === 'ended'
  const next = nextOf(drops, drop)
  const total = drop.most > 0n && t('ofTotal', { total: slip.number(drop.most) })
  return (
    <>
      <i className={s.hatch} aria-hidden="true" />
      <State mark="closed">{words('closed')}</State>
      <p className={s.word}>{isOver ? t('endedWord') : words('soldout')}</p>
      <h3>{drop.name}</h3>
      <Bill>
        {isOver && drop.endsAt !== null && (
          <Row name={t('closedAt')} value={momentIn(drop.endsAt, language)} more={zoneName()} />
        )}
        {left !== null && <Row name={t(isOver ? 'neverSold' : 'left')} value={slip.number(left)} more={total} />}
        {/* Known or not: what stands below stays where it is. */}
        {slip.user && drop.accountLimit > 0n && (
          <Row name={t('yours')} value={slip.isRead ? slip.packs(slip.have) : UNKNOWN} />
        )}
      </Bill>
      <p className={s.note}>
        {isOver
          ? left !== null && left > 0n && t('neverNote', { count: Number(left), left: slip.number(left) })
          : t('soldoutNote')}
      </p>
      <a className={`${linkStyles.outline} ${s.go}`} href={next ? `${pages}/${next.id}` : slip.sale}>
        {next ? t('next', { name: next.name }) : t('others')}
      </a>
    </>
  )
}

/** Only accounts that were invited may buy. */
export function Invited({ slip }: { slip: SlipState }) {
  const { t, words, user } = slip
  const logIn = (
    <button type="button" className={`${linkStyles.large} ${s.go}`} onClick={() => void login()}>
      {words('login')}
    </button>
  )
  return (
    <Notice
      title={t('invitedTitle')}
      word={t('invitedWord')}
      text={<p>{user ? t('invitedNote', { account: slip.account }) : t('invitedOut')}</p>}
      action={user ? <Unpressable>{t('invitedTitle')}</Unpressable> : logIn}
    />
  )
}

/** The account has bought what one may. */
export function LimitReached({ slip }: { slip: SlipState }) {
  const { t, drop } = slip
  const limit = slip.number(drop.accountLimit)
  return (
    <Notice
      title={t('limitTitle')}
      word={t('ofLimit', { owned: slip.number(slip.owned), limit })}
      text={
        <>
          <p>{t('limitNote', { limit, account: slip.account })}</p>
          {drop.limitCooldown > 0 && <p>{t('cooldown', { time: slip.span(drop.limitCooldown) })}</p>}
        </>
      }
      action={
        <a className={`${linkStyles.outline} ${s.go}`} href={slip.sale}>
          {t('others')}
        </a>
      }
    />
  )
}

/** Somebody who runs the site has paused the sale, and says why. */
export function Paused({ slip, text, since }: { slip: SlipState; text: string; since: number }) {
  const { t, words, language } = slip
  return (
    <>
      <State mark="paused">{words('paused')}</State>
      <p className={s.pause} aria-hidden="true" />
      <p className={s.head} role="status">
        {t('pausedTitle')}
      </p>
      <div className={s.notice}>
        <p>{text}</p>
        <p>{t('pausedSince', { time: formatDateTime(since, language) })}</p>
      </div>
      <Unpressable>{t('paused')}</Unpressable>
    </>
  )
}
