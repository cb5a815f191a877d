import { cross, Floor, type FloorProps, floorStyles as s } from '@fieldhouse/design'

/** Where boards meet end to end: rows of every fifth board, each starting at another. */
const JOINTS = [40, 105, 190, 265, 330, 415, 480, 565, 640, 705, 790]

const KEY =
  'M2600 280H1010V620H2600M1010 320a130 130 0 0 0 0 260M2600 30H1290a420 420 0 0 0 0 840H2600M1120 280v-22m80 22v-22m60 22v-22m80 22v-22M1120 620v22m80-22v22m60-22v22m80-22v22'

/** The rim and its board, seen from above. */
const RIM = 'M1388 450a26 26 0 1 0-52 0a26 26 0 1 0 52 0h16M1404 396v108'

const CENTRE =
  'M0 0V240M0 660V860M210 450a210 210 0 1 0-420 0a210 210 0 1 0 420 0M70 450a70 70 0 1 0-140 0a70 70 0 1 0 140 0'

/** A pass is dashed, a dribble wavy. */
const dribble = () =>
  `M1074 180l24-6v24M1343 640c30-40-30-60-4-106s-36-54-14-94-30-48-12-84m-14 18l15-22 12 21${cross(1240, 190)}${cross(1180, 414)}`

/** Boards, the painted key, the circle with its dashed half, the arc and the rim. */
export function BasketballFloor({ play = false }: FloorProps) {
  return (
    <Floor>
      <g className={s.boards}>
        <path d="M-1081 430H2520" strokeWidth={860} strokeDasharray="1.5 58.5" />
        {JOINTS.map((y, index) => (
          <path key={y} d={`M${-1080 + ((index * 3) % 5) * 60} ${y}H2520`} strokeWidth={1.5} strokeDasharray="60 240" />
        ))}
      </g>
      <path className={s.paint} d="M1010 280H2600V620H1010ZM1010 320a130 130 0 0 0 0 260Z" />
      <g className={s.key}>
        <path d={KEY + RIM + CENTRE} />
        <path className={s.dashed} d="M1010 320a130 130 0 0 1 0 260" />
      </g>
      {play && (
        <g className={s.play}>
          <path className={s.dashed} d="M892 424L1092 182" />
          <path d={dribble()} />
        </g>
      )}
    </Floor>
  )
}
