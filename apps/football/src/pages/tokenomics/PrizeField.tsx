import { PRIZE_SHARES } from '../../facts'
import s from './Tokenomics.module.css'

const YARDS = Array.from({ length: 99 }, (_, index) => `M${(index + 1) * 10} 0v${index % 10 === 9 ? 30 : 14}`).join('')

/** The prizes as a field of a hundred yards, a yard a hundredth. */
export function PrizeField({ label }: { label: string }) {
  let at = 0
  return (
    <svg className={s.field} viewBox="0 0 1000 130" role="img" aria-label={label}>
      {Object.entries(PRIZE_SHARES).map(([name, share]) => {
        const from = at * 10
        at += share
        return (
          <g key={name}>
            <path d={`M${from} 36H${at * 10}V130H${from}Z`} />
            <text className="fh-numeral" x={from + 12} y={112} fontSize={64}>
              {share}
            </text>
          </g>
        )
      })}
      <path d={YARDS} />
    </svg>
  )
}
