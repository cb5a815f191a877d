import type { ReactNode } from 'react'
import type { ShownDrop } from './fields'
import s from './Stock.module.css'
import { useDropTexts } from './texts'

const TICKS = Array.from(
  { length: 101 },
  (_, yard) => `M${yard} ${yard % 10 === 0 ? 0 : yard % 5 === 0 ? 5 : 8}V13`,
).join('')

/** What is left, measured on a hundred yards. The words below say the same, so readers skip it. */
export function Stock({ percentLeft }: { percentLeft: string }) {
  return (
    <svg className={s.stock} viewBox="-.3 0 100.6 32" preserveAspectRatio="none" aria-hidden="true">
      <path d={TICKS} vectorEffect="non-scaling-stroke" />
      <path d="M0 15H100V32H0Z" />
      <rect y={15} width={percentLeft} height={17} />
    </svg>
  )
}

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
  return (
    <>
      {variant.startsWith('live') && <Stock percentLeft={fields.percentLeft} />}
      <p className={className}>
        {children}
        <Amount text={isSoon ? 'packs' : 'left'} amount={isSoon ? fields.total : fields.left} total={fields.total} />
      </p>
    </>
  )
}

/** Each language puts the amount where it wants; it stands out, so the sentence is cut there. */
function Amount({ text, amount, total }: { text: 'left' | 'packs'; amount: string; total: string }) {
  const [before, after] = useDropTexts()(text, { amount: '|', total }).split('|')
  return (
    <span>
      {before}
      <b>{amount}</b>
      {after}
    </span>
  )
}
