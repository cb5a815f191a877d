import type { ReactNode } from 'react'
import { ROOF } from '../mark'
import { setTitle } from './lines'

/** What Open Graph pictures measure, px: 1.91 to 1, which previews of links show whole. */
export const WIDTH = 1200
const HEIGHT = 630

/** Where the floor ends in its goal line, px from the top. */
export const GROUND = 536
export const LEFT = 64
const RIGHT = 1144
const GAP = 26

/** Heights of what stands on the line, the first the largest, by how many there are, px. */
const STANDING: Record<number, readonly number[]> = { 1: [444], 2: [444, 300], 3: [408, 276, 180] }

const LEVEL = 300

/** What a line below the title takes of its height, px. */
const NOTE = 76

export interface SharePictureProps {
  /** Whose colours it has: an edition's name, or `default`. */
  look: string
  floor: ReactNode
  /** Below, beside the mark. */
  name: string
  title: string
  /** One to three drawings of 300 by 420 that stand on the line. */
  art: readonly ReactNode[]
  /** Whether they are all as high, and not each smaller than the one before. */
  level?: boolean
  /** A line below the title. */
  note?: string
}

/** What a shared link shows of a page: its title on the painted floor, and cards or packs that stand on the goal line. */
export function SharePicture({ look, floor, name, title, art, level, note }: SharePictureProps): ReactNode {
  const heights = level ? art.map(() => LEVEL) : (STANDING[art.length] ?? [])
  const widths = heights.map((height) => (height * 300) / 420)
  const left = RIGHT - widths.reduce((sum, width) => sum + width, GAP * (widths.length - 1))
  const { size, leading, lines } = setTitle(title, left - LEFT - 48, GROUND - 104 - (note ? NOTE : 0))
  let x = left
  return (
    <Picture look={look} floor={floor} name={name} words={`M0 0H${left - 40}V${GROUND}H0Z`}>
      <g className="fh-numeral" fontSize={size} fill="var(--fieldink)">
        {lines.map((line, index) => (
          <text key={line} x={LEFT} y={64 + size * 0.78 + (leading - size * 0.9) + index * leading}>
            {line}
          </text>
        ))}
      </g>
      {note && (
        <text className="fh-label" x={LEFT} y={GROUND - 48} fontSize={44} fill="var(--fieldink)">
          {note}
        </text>
      )}
      {art.map((drawing, index) => {
        const [width, height] = [widths[index] ?? 0, heights[index] ?? 0]
        const at = x
        x += width + GAP
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once.
          <svg key={index} x={at} y={GROUND - height} width={width} height={height} aria-hidden="true">
            {drawing}
          </svg>
        )
      })}
    </Picture>
  )
}

interface PictureFrameProps extends Pick<SharePictureProps, 'look' | 'floor' | 'name'> {
  /** Where words stand, path data: the floor's lines never cross them. */
  words: string
  children: ReactNode
}

/** A picture's floor with what stands on it, the goal line, and below it the mark and the edition's name. */
export const Picture = ({ look, floor, name, words, children }: PictureFrameProps): ReactNode => (
  <svg
    xmlns="http://www.w3.org/2000/svg"
    width={WIDTH}
    height={HEIGHT}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    data-floor={look}
    aria-hidden="true"
  >
    <path d={`M0 0H${WIDTH}V${HEIGHT}H0Z`} fill="var(--field)" />
    <svg width={WIDTH} height={GROUND} aria-hidden="true">
      {floor}
    </svg>
    <path d={words} fill="var(--field)" />
    {children}
    <path d={`M0 ${GROUND}H${WIDTH}V${HEIGHT}H0Z`} fill="var(--board)" />
    <path d={`M0 ${GROUND}H${WIDTH}v10H0Z`} fill="var(--line)" />
    <path d={ROOF} fill="var(--boardlamp)" transform={`translate(${LEFT} 568)`} />
    <text className="fh-label" x={LEFT + 62} y={603} fontSize={42} fill="var(--boardink)">
      {name}
    </text>
  </svg>
)
