import { useRemaining } from '@fieldhouse/chain-data'
import { Countdown } from '@fieldhouse/design'
import type { ComponentProps, ReactNode } from 'react'
import type { ShownDrop } from './fields'
import s from './Parts.module.css'
import { useDropTexts } from './texts'

type ClockProps = Omit<ComponentProps<typeof Countdown>, 'remaining'> & { target: string | number }

/** Counts down in digit cells. A component of its own, because it renders again every second. */
export const Clock = ({ target, ...words }: ClockProps) => <Countdown remaining={useRemaining(target)} {...words} />

export type SaleState = 'live' | 'paused' | 'soon' | 'closed'

/** Stands before the word for a sale's state: its shape tells it first, colour last. */
export const StateMark = ({ state }: { state: SaleState }) => (
  <i className={s.mark} data-mark={state} aria-hidden="true" />
)

const TICKS = Array.from(
  { length: 101 },
  (_, yard) => `M${yard} ${yard % 10 === 0 ? 0 : yard % 5 === 0 ? 5 : 8}V13`,
).join('')

/** What is left, measured on a hundred yards. The words below say the same, so readers skip it. */
export const Stock = ({ percentLeft }: { percentLeft: string }) => (
  <svg className={s.stock} viewBox="-.3 0 100.6 32" preserveAspectRatio="none" aria-hidden="true">
    <path d={TICKS} vectorEffect="non-scaling-stroke" />
    <path d="M0 15H100V32H0Z" />
    <rect y={15} width={percentLeft} height={17} />
  </svg>
)

export interface LeftProps extends ShownDrop {
  className: string | undefined
  /** Stands before it in its line. */
  children?: ReactNode
}

/** How many packs there are: of a sale what is left, measured too, and before it opens all of them. */
export function Left({ variant, fields, className, children }: LeftProps) {
  const t = useDropTexts()
  const isSoon = variant === 'soon'
  if (variant === 'live-open') return <p className={className}>{t('noLimit')}</p>
  // Each language puts the amount where it wants; it stands out, so the sentence is cut there.
  const [before, after] = t(isSoon ? 'packs' : 'left', { amount: '|', total: fields.total }).split('|')
  return (
    <>
      {variant.startsWith('live') && <Stock percentLeft={fields.percentLeft} />}
      <p className={className}>
        {children}
        <span className={s.amount}>
          {before}
          <b>{isSoon ? fields.total : fields.left}</b>
          {after}
        </span>
      </p>
    </>
  )
}

/** In the place of drops where there are none. */
export const Empty = ({ title, text }: { title: string; text: string }) => (
  <div className={s.empty}>
    <h3>{title}</h3>
    <p>{text}</p>
  </div>
)
