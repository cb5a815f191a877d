import { dropsLeft, percentLeft } from '@fieldhouse/chain-data'
import { linkStyles } from '@fieldhouse/design'
import { formatDateTime } from '@fieldhouse/i18n'
import { type Ref, useEffect, useId, useRef } from 'react'
import { Clock, Stock } from '../drops/Parts'
import { Balance, Bill, Row, Signing, State, Total, TotalRow } from './Parts'
import { type Problem, wordsOf } from './problem'
import { Quantity, Steps } from './Quantity'
import { Instead, Missing, missingOf } from './Short'
import s from './Slip.module.css'
import { asShown, type SlipState, UNKNOWN } from './use-slip'

/** So few are left that it is said largest. The slip that stands before there is a script has it in its styles (.ifFew). */
const FEW = 20n

/** A drop that is on sale. The number to buy stays the same control where the balance falls short of it: somebody writes in it. */
export function Basket({ slip }: { slip: SlipState }) {
  const { t, words, drop, phase, refusal } = slip
  const id = useId()
  const missing = missingOf(slip)
  const left = dropsLeft(drop)
  const problem = phase.name === 'failed' ? phase.problem : refusal && ({ kind: 'refusal', refusal } as const)
  return (
    <>
      <State
        mark={missing === null ? 'live' : 'closed'}
        end={
          missing === null &&
          drop.endsAt !== null && (
            <>
              {words('endsIn')} <Clock target={drop.endsAt} label={words('endsIn')} ended={words('closing')} />
            </>
          )
        }
      >
        {missing === null ? words('live') : t('shortTitle')}
      </State>
      {missing !== null ? (
        <Missing id={id} slip={slip} missing={missing} />
      ) : (
        left !== null &&
        left <= FEW && (
          <>
            <p className={s.few}>
              <b>{slip.number(left)}</b> {t('few', { count: Number(left) })}
            </p>
            <Stock percentLeft={String(percentLeft(drop))} />
            <p className={s.note}>{t('fewNote')}</p>
          </>
        )
      )}
      <form onSubmit={slip.press} noValidate>
        <Quantity slip={slip} problem={problem && phase.name !== 'busy' ? id : undefined}>
          <Limit slip={slip} />
        </Quantity>
        {missing === null ? <Order id={id} slip={slip} problem={problem} /> : <Instead slip={slip} missing={missing} />}
      </form>
    </>
  )
}

/** With which code, for how much, what is signed, and the one button. @param id of what is said of it */
function Order({ id, slip, problem }: { id: string; slip: SlipState; problem: Problem | null }) {
  const { t, drop, language, wallet, phase, deposit, isFree } = slip
  const message = useRef<HTMLParagraphElement>(null)
  const isBusy = phase.name === 'busy'
  const said = isBusy
    ? t('preparing')
    : problem
      ? wordsOf(problem, drop.limitCooldown > 0, t, language)
      : slip.byMedian &&
        slip.unpricedSince !== null &&
        t('staleRate', { time: formatDateTime(slip.unpricedSince, language) })
  // On a small screen the words can be below the fold: they come into sight once, and not each second that the slip is drawn.
  useEffect(() => {
    if (phase.name !== 'ready' && said) message.current?.scrollIntoView({ block: 'nearest' })
  }, [phase.name, said])
  return (
    <>
      {!isFree && drop.listing && <Code slip={slip} />}
      <Amounts slip={slip} />
      {drop.listing && <Signed slip={slip} />}
      <p id={id} ref={message} className={s.said} role="status" data-said>
        {said}
      </p>
      <div className={s.foot}>
        {/* In a dialog, at whose foot it stays in sight; the bill says it to those who hear. */}
        <p aria-hidden="true">
          {t('total')}{' '}
          <span>
            <Total slip={slip} />
          </span>
        </p>
        <button type="submit" className={`${linkStyles.large} ${s.go}`} aria-disabled={isBusy} aria-describedby={id}>
          {slip.buyText}
        </button>
      </div>
      <p className={s.note}>
        {slip.byMedian && !isFree
          ? slip.agreed !== null && t('tolerance', { wax: slip.wax(slip.agreed) })
          : !isFree && deposit !== null && t('fixed')}{' '}
        {wallet && t('asks', { wallet: wallet.title })}
      </p>
    </>
  )
}

/** Stands for a number that is not known, about as wide as one: nothing moves when that comes. */
const NO_NUMBER = '–'

/** What is said of the limit: how much it is, how much of it is used, when it counts anew. */
function Limit({ slip }: { slip: SlipState }) {
  const { t, drop, user, owned, have } = slip
  if (drop.accountLimit === 0n) return t('upTo', { most: slip.number(slip.most) })
  return (
    <>
      {t('perAccount', { limit: slip.number(drop.accountLimit) })}{' '}
      {user && (owned > 0n || have === 0n) && t('have', { owned: slip.isRead ? slip.number(owned) : NO_NUMBER })}{' '}
      {owned > 0n && drop.limitCooldown > 0 && t('cooldown', { time: slip.span(drop.limitCooldown) })}
    </>
  )
}

/** The partner's code: that of the link, or one that is written. */
function Code({ slip }: { slip: SlipState }) {
  const { t, code, codeState, partner, draft } = slip
  // What is being bought counts with it, or without.
  const isFixed = slip.phase.name === 'busy'
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // What was pressed may be far from it.
  useEffect(() => {
    if (draft.isBad) field.current?.focus()
  }, [draft])
  const use = () => {
    if (draft.code !== '' && !isFixed) slip.takeDraft()
  }
  return (
    <div className={s.code}>
      <label htmlFor={id}>{t('code')}</label>
      <div>
        <input
          ref={field}
          id={id}
          value={code || draft.code}
          readOnly={isFixed || code !== ''}
          maxLength={12}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-note`}
          aria-invalid={draft.isBad || codeState === 'unknown' || codeState === 'closed'}
          onChange={({ target }) => slip.writeCode(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || code !== '' || draft.code === '') return
            // It is not the purchase that is meant.
            event.preventDefault()
            use()
          }}
        />
        <button type="button" aria-disabled={isFixed} onClick={isFixed ? undefined : code ? slip.removeCode : use}>
          {t(code ? 'codeRemove' : 'codeAdd')}
        </button>
      </div>
      <p id={`${id}-note`} className={s.note} role="status">
        {draft.isBad
          ? t('codes.bad')
          : codeState === 'none'
            ? t('codeNone')
            : codeState !== 'open'
              ? t(`codes.${codeState}`)
              : slip.discountBps > 0n
                ? t('codes.off', { label: partner?.label ?? '', percent: slip.percent(slip.discountBps) })
                : t('codes.open', { label: partner?.label ?? '' })}
      </p>
    </div>
  )
}

/** What it costs. */
function Amounts({ slip }: { slip: SlipState }) {
  const { t, words, quantity, deposit, gross, discountBps, isFree, usd, balance, user } = slip
  const wax = (units: bigint | null) => (units === null ? UNKNOWN : slip.wax(units))
  const inDollars = usd.net !== '' && !isFree
  const each = inDollars ? usd.each : `${wax(slip.quantity > 0n && gross !== null ? gross / quantity : null)} WAX`
  const off = gross !== null && deposit !== null ? asShown(gross) - asShown(deposit) : null
  const amount = (dollars: string, units: bigint | null, sign = '') =>
    inDollars ? { value: sign + dollars, more: `${sign}${wax(units)} WAX` } : { value: `${sign}${wax(units)} WAX` }
  return (
    <Bill>
      {quantity > 0n && isFree && <Row name={slip.packs(quantity)} value={words('free')} />}
      {quantity > 0n && !isFree && (
        <Row name={t('packsAt', { packs: slip.packs(quantity), price: each })} {...amount(usd.gross, gross)} />
      )}
      {discountBps > 0n && (
        <Row
          name={t('off', { code: slip.code.toUpperCase(), percent: slip.percent(discountBps) })}
          {...amount(usd.off, off, '−')}
        />
      )}
      <TotalRow name={t('total')}>
        <Total slip={slip} />
      </TotalRow>
      {/* What comes in the place of the dash is new, and not a dash that moved. */}
      {user && <Balance key={`${balance} ${deposit}`} slip={slip} cost={isFree ? null : deposit} />}
    </Bill>
  )
}

/** What the wallet will be asked to sign. */
function Signed({ slip }: { slip: SlipState }) {
  const { t, settings, deposit, quantity, drop, isFree, median } = slip
  const { name } = drop
  return (
    <Signing
      t={t}
      wax={isFree || deposit === 0n ? null : deposit === null ? UNKNOWN : slip.wax(deposit)}
      account={slip.account}
      network={settings.network}
      packs={slip.packs(quantity || 1n)}
      of={
        slip.byMedian && !isFree && median !== null
          ? t('takesAt', { name, rate: slip.rate(median) })
          : t('takesOf', { name })
      }
    />
  )
}

/** What is paid, how many packs and the button, at the foot of a narrow window until the slip comes. */
export const Bar = ({ ref, slip }: { ref: Ref<HTMLFormElement>; slip: SlipState }) => (
  <form ref={ref} className={s.bar} aria-label={slip.t('bar')} onSubmit={slip.press} noValidate>
    <p>
      <Total slip={slip} />
    </p>
    <fieldset className={s.cells} aria-label={slip.t('packs')}>
      <Steps slip={slip}>
        <output className={s.number}>{slip.written}</output>
      </Steps>
    </fieldset>
    <button type="submit" className={`${linkStyles.large} ${s.go}`} aria-disabled={slip.phase.name === 'busy'}>
      {slip.buyText}
    </button>
  </form>
)
