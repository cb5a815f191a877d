import type { NetworkSettings } from '@fieldhouse/contract'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { type SaleState, StateMark } from '../drops/Parts'
import s from './Slip.module.css'
import { roundedDown, type SlipState, UNKNOWN } from './use-slip'

/** A slip's first line. */
export const State = ({ mark, children, end }: { mark: SaleState; children: ReactNode; end?: ReactNode }) => (
  <p className={s.state}>
    <StateMark state={mark} />
    <span role="status">{children}</span>
    {end && <span className={s.ends}>{end}</span>}
  </p>
)

/** Names with their values, ruled. */
export const Bill = ({ children }: { children: ReactNode }) => <dl className={s.bill}>{children}</dl>

interface RowProps {
  name: ReactNode
  value: ReactNode
  /** Beside the value, quieter. */
  more?: ReactNode
}

/**
 * A line of a {@link Bill}. A value that changes is drawn anew: its digits have widths of their own, and what stood beside
 * them would move.
 */
export const Row = ({ name, value, more }: RowProps) => (
  <div>
    <dt>{name}</dt>
    <dd key={String(more)}>
      <b>{value}</b>
      {more && <span>{more}</span>}
    </dd>
  </div>
)

interface SigningProps {
  t: SlipState['t']
  /** What is sent; null for nothing. */
  wax: string | null
  /** Who sends it; empty while nobody is logged in. */
  account: string
  network: Pick<NetworkSettings, 'token' | 'gameContract'>
  packs: string
  /** Of which drop, and at which rate. */
  of: string
}

/** What the wallet will be asked to sign, always open. */
export const Signing = ({ t, wax, account, network: { token, gameContract }, packs, of }: SigningProps) => (
  <section className={s.sign}>
    <h3>{t(wax === null ? 'signOne' : 'signTwo')}</h3>
    <ol>
      {wax !== null && (
        <li key={wax}>
          <b>{t('sends', { wax })}</b> {t('sendsTo', { account: account || t('you'), game: gameContract })}
          <code>{`${token}::transfer`}</code>
        </li>
      )}
      <li>
        <b>{t('takes', { packs })}</b> {of}
        <code>{`${gameContract}::buypack`}</code>
      </li>
    </ol>
  </section>
)

/** Why there is nothing to buy for this visitor now: a reason, and what to do. */
export const Notice = ({ title, word, text, action }: Record<'title' | 'word' | 'text' | 'action', ReactNode>) => (
  <>
    <State mark="closed">{title}</State>
    <p className={`${s.word} ${s.yours}`}>{word}</p>
    <div className={s.notice}>{text}</div>
    {action}
  </>
)

/** In the button's place, of its size, where there is nothing to press. */
export const Unpressable = ({ children }: { children: ReactNode }) => (
  <p className={`${s.go} ${s.off}`}>
    <b>{children}</b>
  </p>
)

/** What a view says largest takes the focus, which was on a button that is gone. */
export function Headline({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const headline = useRef<HTMLParagraphElement>(null)
  useEffect(() => headline.current?.focus(), [])
  return (
    <p ref={headline} tabIndex={-1} className={className}>
      {children}
    </p>
  )
}

/** The last row of a {@link Bill}, whose amount is the largest number of the slip. */
export const TotalRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={s.total}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What the account has, and what is left of it. @param cost null for nothing, or not known */
export const Balance = ({ slip: { t, balance, wax }, cost }: { slip: SlipState; cost: bigint | null }) => (
  <Row
    name={t('balance')}
    value={`${balance === null ? UNKNOWN : wax(roundedDown(balance))} WAX`}
    more={
      balance !== null && cost !== null && balance >= cost && t('leaves', { wax: wax(roundedDown(balance - cost)) })
    }
  />
)

/** What is paid, drawn anew as the values of a {@link Bill}: once a purchase has taken its price, that price; before, what is in the basket. */
export function Total({ slip }: { slip: Pick<SlipState, 'words' | 'deposit' | 'isFree' | 'usd' | 'phase' | 'wax'> }) {
  const { words, deposit, isFree, usd, phase } = slip
  if (isFree) return <strong>{words('free')}</strong>
  const total = (phase.name === 'busy' && phase.step !== 'preparing' ? phase.deposit : null) ?? deposit
  const wax = `${total === null ? UNKNOWN : slip.wax(total)} WAX`
  if (usd.net === '') return <strong>{wax}</strong>
  return (
    <Fragment key={wax}>
      <strong>{usd.net}</strong> <span>{wax}</span>
    </Fragment>
  )
}
