import { useRemaining } from '@fieldhouse/chain-data'
import { Countdown } from '@fieldhouse/design'
import type { ReactNode } from 'react'
import s from './Slip.module.css'

/** A slip's first line. Shape and word tell the state first, colour last. */
export function State({
  mark,
  children,
  end,
}: {
  mark: 'live' | 'soon' | 'closed'
  children: ReactNode
  end?: ReactNode
}) {
  return (
    <p className={s.state}>
      <i data-mark={mark} aria-hidden="true" />
      <span role="status">{children}</span>
      {end && <span className={s.ends}>{end}</span>}
    </p>
  )
}

/** Counts down in digit cells; apart, because it renders again every second. */
export function Clock({
  target,
  ...words
}: {
  target: string | number
  label: string
  ended: string
  className?: string | undefined
}) {
  return <Countdown remaining={useRemaining(target)} {...words} />
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
