import { cross, Floor, type FloorProps, floorStyles as s } from '@fieldhouse/design'

/** The routes run from the cards of a hero, in chalk. A function, which a script that draws none leaves out. */
const routes = () =>
  `M892 424V270M872 270h40M1096 530V340h118m-16-14l18 14-16 14M1239 596c0-76-63-106-99-156m20 4l-22-6-2 22M1343 640V270m-14 16l14-18 14 18${cross(984, 254)}${cross(1268, 410)}${cross(1172, 252)}`

/** Yard lines on the columns, rows of hash marks, and numbers that the line splits. */
export function FootballFloor({ play = false }: FloorProps) {
  return (
    <Floor>
      <path className={s.yards} d="M-1081.5 430H2520" strokeWidth={860} strokeDasharray="3 117" />
      <g className={s.hashes}>
        <path d="M-1081 300H2520M-1081 590H2520" strokeWidth={13} strokeDasharray="2 10" />
        <path d="M-1021 300H2520M-1021 590H2520" strokeWidth={22} strokeDasharray="2 118" />
      </g>
      {play && (
        <>
          <g className={`fh-numeral ${s.painted}`} textAnchor="middle">
            {[5, 4, 3].map((tens, index) => (
              <text key={tens} x={840 + index * 240} y={196}>{`${tens} 0`}</text>
            ))}
          </g>
          <path className={s.play} d={routes()} />
        </>
      )}
    </Floor>
  )
}
