import { dropsLeft } from '@fieldhouse/chain-data'
import { transactionLink } from '@fieldhouse/chain-data/client'
import { copyText } from '@fieldhouse/contract/browser'
import { artOf, linkStyles, Pack, SiteLink } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { Clock } from '../drops/Parts'
import type { Busy, PurchaseRecord } from './orders'
import { Balance, Bill, Headline, Row, State, Unpressable } from './Parts'
import type { Problem } from './problem'
import s from './Slip.module.css'
import type { SaleProps, SlipState } from './use-slip'

// What stands in the slip from the press on: what keeps it from going on, the wallet, and the receipt.

/** At most so many packs are drawn. */
const MOST_DRAWN = 5

/** The price went further than was agreed to: the old one struck, the new one largest, and one press to go on. */
export function Moved({ slip, problem }: { slip: SlipState; problem: Extract<Problem, { kind: 'moved' }> }) {
  const { t, usd, median, balance, deposit } = slip
  // The price may have moved on since: what is said is what is shown, and pressed for.
  const now = deposit ?? problem.deposit
  // The sale's own price, or what a code takes off, may be another one too.
  const isOfWax = usd.net !== '' && usd.net === problem.usd
  return (
    <form onSubmit={slip.press}>
      <State mark="live">{t(isOfWax ? 'movedTitle' : 'changedTitle')}</State>
      <Headline className={s.moved}>
        <s>{slip.wax(problem.agreed)}</s> <b>{slip.wax(now)}</b> WAX
      </Headline>
      <p>
        {isOfWax && now > problem.agreed && t('movedSame', { usd: `${slip.packs(slip.quantity)}, ${usd.net}` })}{' '}
        {t(problem.isRefused ? 'movedRefused' : 'movedOther')}
      </p>
      <Bill>
        <Row name={t('movedAgreed')} value={`${slip.wax(problem.agreed)} WAX`} />
        {median !== null && <Row name={t('movedNow')} value={t('rate', { rate: slip.rate(median) })} />}
        {balance !== null && <Balance slip={slip} cost={now} />}
      </Bill>
      <button type="submit" className={`${linkStyles.large} ${s.go}`}>
        {t('buyAt', { wax: slip.wax(now) })}
      </button>
      <p>
        <button type="button" className={linkStyles.text} onClick={slip.reset}>
          {t('notNow')}
        </button>
      </p>
    </form>
  )
}

/** A wallet is asked, or what it signed is on its way, or looked up. */
export function Waiting({ slip, phase }: { slip: SlipState; phase: Busy }) {
  const { t, drop, wallet, settings } = slip
  const { step, record } = phase
  // The basket may have another quantity by now.
  const quantity = record ? BigInt(record.subject.quantity) : slip.quantity || 1n
  const isAsked = step === 'wallet'
  const isUndone = record?.isUndone === true
  return (
    <>
      <State mark="soon">
        {isAsked
          ? t('waitingFor', { wallet: wallet?.title ?? '' })
          : t(isUndone ? 'undoneTitle' : step === 'sending' ? 'sendingTitle' : 'lookupTitle')}
      </State>
      {isAsked && wallet && <Left since={phase.since} patience={wallet.patience} slip={slip} />}
      <Headline className={s.head}>{isAsked ? t('signThere') : t(isUndone ? 'undone' : step)}</Headline>
      <Bill>
        {phase.deposit !== null && phase.deposit > 0n && (
          <Row name="WAX" value={t('waxTo', { wax: slip.wax(phase.deposit), game: settings.network.gameContract })} />
        )}
        <Row name={t('packs')} value={t('packsTo', { packs: slip.packs(quantity), name: drop.name })} />
      </Bill>
      <p className={s.note}>{t(!isAsked ? 'sendingNote' : wallet?.openPopup ? 'waitingWindow' : 'waitingNote')}</p>
    </>
  )
}

/** What is left of the wallet's patience, as a clock and as a bar. */
function Left({ since, patience, slip: { t, now } }: { since: number; patience: number; slip: SlipState }) {
  const left = Math.max(0, Math.min(100, (100 * (since + patience - now)) / patience))
  return (
    <>
      <p className={`${s.big} ${s.minutes}`}>
        <Clock target={since + patience} label={t('waitingTime')} ended={t('waitingOver')} className={s.clock} />
      </p>
      <svg className={s.patience} viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 0H${left}V16H0Z`} />
      </svg>
    </>
  )
}

interface GuardedProps {
  /** Called with what failed. */
  report: (error: unknown) => void
  /** Stands in its place then. */
  instead: ReactNode
  children: ReactNode
}

/** What fails in it, or cannot be loaded, takes nothing of the receipt with it: who has just paid would see the form again. */
class Guarded extends Component<GuardedProps> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch(error: unknown) {
    this.props.report(error)
  }
  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}

interface ReceiptProps extends Pick<SaleProps, 'look' | 'bought'> {
  slip: SlipState
  record: PurchaseRecord
}

const Way = ({ to, children }: { to: string | false | undefined; children: string }) =>
  to && (
    <a className={linkStyles.text} href={to}>
      {children}
    </a>
  )

function Transaction({ slip: { t, settings }, id }: { slip: SlipState; id: string }) {
  const explorer = transactionLink(settings.network, id)
  const [isCopied, setCopied] = useState(false)
  const copy = async () => setCopied(await copyText(id))
  const value = (
    <>
      <span data-transaction={id} title={id}>
        {`${id.slice(0, 4)}…${id.slice(-4)}`}
      </span>{' '}
      {explorer && (
        <SiteLink href={explorer} className={linkStyles.text}>
          {t('explorer')}
        </SiteLink>
      )}{' '}
      <button type="button" className={linkStyles.text} onClick={() => void copy()}>
        {t(isCopied ? 'copied' : 'copy')}
      </button>
    </>
  )
  return <Row name={t('transaction')} value={value} />
}

/** The packs are in the chain. Links lead to those of the user's own pages that the site has. */
export function Receipt({ slip, look, bought: Bought, record }: ReceiptProps) {
  const { t, words, drop, settings } = slip
  const { report } = useRoot()
  const { subject: bought, signed } = record
  const [cards, receipt, claims] = ['my-cards', 'my-cards/receipt', 'claims']
    .map((page) => `/${drop.edition}/${page}`)
    .map((path) => ((settings.own?.includes(path) ?? true) ? path : undefined))
  const count = Number(bought.quantity)
  const left = dropsLeft(drop)
  const transactionId = signed?.transactionId ?? ''
  const isReceipt = receipt !== undefined && transactionId !== ''
  const way = isReceipt ? `${receipt}?transaction=${transactionId}` : cards
  const see = way && (
    <a className={`${linkStyles.large} ${s.go}`} href={way}>
      {t(isReceipt ? 'seeReceipt' : 'seeCards')}
    </a>
  )
  return (
    <>
      <State mark="live">{t('onChain')}</State>
      <Headline className={`${s.word} ${s.yours}`}>{t('done', { count })}</Headline>
      <div className={s.act}>
        {Bought && cards ? (
          <Guarded
            report={(error) => report({ kind: 'recoverable', message: `receipt: ${String(error)}` })}
            instead={see}
          >
            <Suspense fallback={<Unpressable>{t('arriving', { count })}</Unpressable>}>
              <Bought dropId={bought.dropId} count={count} className={`${linkStyles.large} ${s.go}`}>
                <Unpressable>{t('arriving', { count })}</Unpressable>
              </Bought>
            </Suspense>
          </Guarded>
        ) : (
          see
        )}
      </div>
      <p className={s.sides}>
        <button type="button" className={linkStyles.text} onClick={slip.reset}>
          {t('again')}
        </button>
        <Way to={Bought && isReceipt && way}>{t('receipt')}</Way>
        <Way to={isReceipt && cards}>{t('seeCards')}</Way>
        <Way to={!cards && claims}>{t('claims')}</Way>
      </p>
      <Bill>
        <Row
          name={t('paid')}
          value={bought.deposit === '0' ? words('free') : `${slip.wax(BigInt(bought.deposit))} WAX`}
        />
        {slip.owned > 0n && (
          <Row
            name={t('nowHave')}
            value={
              drop.limitCooldown > 0
                ? slip.packs(slip.have)
                : t('ofLimit', { owned: slip.number(slip.owned), limit: slip.number(drop.accountLimit) })
            }
            more={left !== null && t('leftNow', { left: slip.number(left) })}
          />
        )}
        {transactionId !== '' && <Transaction slip={slip} id={transactionId} />}
      </Bill>
      <p className={s.packs}>
        {Array.from({ length: Math.min(count, MOST_DRAWN) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike.
          <Pack key={index} look={look} name={bought.dropName} paint="floor" art={artOf(drop)} />
        ))}
      </p>
    </>
  )
}
