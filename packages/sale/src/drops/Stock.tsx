import s from './Stock.module.css'

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
