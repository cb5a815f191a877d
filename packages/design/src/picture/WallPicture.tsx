import type { ReactNode } from 'react'
import { Board, GROUND, HEIGHT, LEFT, type SharePictureProps, WIDTH } from './SharePicture'

/** Five cards stand between the edges of what a picture says, px. */
const CARD = 200
const GAP = 18

/** What a shared link shows of somebody's wall, with marks where their name and up to five of their cards stand. */
export function WallPicture({ look, floor, name }: Pick<SharePictureProps, 'look' | 'floor' | 'name'>): ReactNode {
  const height = (CARD * 420) / 300
  return (
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
      {/* Lines never cross words. */}
      <path d={`M0 0H${WIDTH}V${GROUND - height - 34}H0Z`} fill="var(--field)" />
      <text className="fh-numeral" x={LEFT} y={170} fontSize={132} fill="var(--fieldink)">
        {'{ACCOUNT}'}
      </text>
      {[1, 2, 3, 4, 5].map((place) => (
        <svg
          key={place}
          x={LEFT + (place - 1) * (CARD + GAP)}
          y={GROUND - height}
          width={CARD}
          height={height}
          aria-hidden="true"
        >
          {`{CARD${place}}`}
        </svg>
      ))}
      <Board name={name} />
    </svg>
  )
}
