import type { ReactNode } from 'react'
import { GROUND, LEFT, Picture, type SharePictureProps, WIDTH } from './SharePicture'

/** Five cards stand between the edges of what a picture says, px. */
const CARD = 200
const GAP = 18

/** What a shared link shows of somebody's wall, with marks where their name and up to five of their cards stand. */
export function WallPicture(frame: Pick<SharePictureProps, 'look' | 'floor' | 'name'>): ReactNode {
  const height = (CARD * 420) / 300
  return (
    <Picture {...frame} words={`M0 0H${WIDTH}V${GROUND - height - 34}H0Z`}>
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
    </Picture>
  )
}
