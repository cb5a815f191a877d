import { cross, type FloorProps, Floor as Frame, floorStyles } from '@fieldhouse/design'

/** The way past two who defend. A function, which a script that draws none leaves out. */
const run = () => `M892 424V300h250v-110m-14 16l14-18 14 18${cross(984, 254)}${cross(1240, 250)}`

/** A line across the middle with a circle on it, and one before each end. */
export function Floor({ play = false }: FloorProps) {
  return (
    <Frame>
      <path className={floorStyles.key} d="M0 0V860M210 430a210 210 0 1 0-420 0a210 210 0 1 0 420 0M1290 0V860" />
      {play && <path className={floorStyles.play} d={run()} />}
    </Frame>
  )
}
