import { type ReactNode, useEffect, useRef } from 'react'
import { StateMark, type StateMarkProps } from '../drops/StateMark'
import s from './Slip.module.css'
import { type SlipState, UNKNOWN } from './use-slip'

/** A slip's first line. */
export function State({
  mark,
  children,
  end,
}: {
  mark: StateMarkProps['state']
  children: ReactNode
  end?: ReactNode
}) {
  return (
    <p className={s.state}>
      <StateMark state={mark} />
      <span role="status">{children}</span>
      {end && <span className={s.ends}>{end}</span>}
    </p>
  )
}

export interface BillRow {
  name: ReactNode
  value: ReactNode
  /** Beside the value, quieter. */
  more?: ReactNode
}

/** Names with their values, ruled. */
export const Bill = ({ rows, children }: { rows: readonly (BillRow | null | false)[]; children?: ReactNode }) => (
  <dl className={s.bill}>
    {rows.map(
      (row, index) =>
        row && (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
          <div key={index}>
            <dt>{row.name}</dt>
            <dd>
              <b>{row.value}</b>
              {row.more && <span>{row.more}</span>}
            </dd>
          </div>
        ),
    )}
    {children}
  </dl>
)

/** In the button's place, of its size, where there is nothing to press. */
export const Unpressable = ({ children }: { children: ReactNode }) => (
  <p className={`${s.go} ${s.off}`}>
    <b>{children}</b>
  </p>
)

/** What a view says largest takes the focus, which stood on a button that is gone. */
export function Said({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <p ref={said} tabIndex={-1} className={className}>
      {children}
    </p>
  )
}

/** What is paid: once a purchase has taken its price, what that pays. Before, it knows the most that was agreed to. */
export function Total({ slip }: { slip: Pick<SlipState, 'words' | 'deposit' | 'isFree' | 'usd' | 'phase' | 'wax'> }) {
  const { words, deposit, isFree, usd, phase } = slip
  if (isFree) return <strong>{words('free')}</strong>
  const total = (phase.name === 'busy' && phase.step !== 'preparing' ? phase.deposit : null) ?? deposit
  const wax = `${total === null ? UNKNOWN : slip.wax(total)} WAX`
  if (usd.net === '') return <strong>{wax}</strong>
  return (
    <>
      <strong>{usd.net}</strong> <span>{wax}</span>
    </>
  )
}
