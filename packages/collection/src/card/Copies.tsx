import s from './Card.module.css'

/** The most copies that are drawn one by one. */
const MOST_TICKS = 150

/** How wide the drawing is. */
const WIDTH = 604

export interface CopiesProps {
  mint: number
  supply: number
  label: string
}

/** Which of all copies this is: each of few as a tick, and of many its place on the line, to scale. */
export function Copies({ mint, supply, label }: CopiesProps) {
  const step = WIDTH / supply
  const isFew = supply <= MOST_TICKS
  const width = isFew ? step * 0.66 : 4
  const at = (copy: number) => Math.round((copy - 1) * step * 10) / 10
  const others = isFew
    ? Array.from({ length: supply }, (_, index) =>
        index + 1 === mint ? '' : `M${at(index + 1)} 14h${width}v30h-${width}Z`,
      )
    : [`M0 14H${WIDTH}V44H0Z`]
  return (
    <svg className={s.copies} viewBox={`0 0 ${WIDTH} 58`} role="img" aria-label={label}>
      <path d={others.join('')} />
      <path className={s.mine} d={`M${Math.min(at(mint), WIDTH - width)} 0h${width}v58h-${width}Z`} />
    </svg>
  )
}
