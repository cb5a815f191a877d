/** A point on the card's floor of 300 by 420. */
export type Point = readonly [x: number, y: number]

/** A circle: the end of a limb, a joint, a corner of the torso. */
export type Circle = readonly [x: number, y: number, radius: number]

const FULL_TURN = 2 * Math.PI

/** Tenths are enough at card size, and keep the markup short. */
export const round = (value: number): number => Math.round(value * 10) / 10

/** The point that lies `share` of the way from `from` to `to`. */
export const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
]

/** A circle at a point. */
export const at = (point: Point, radius: number): Circle => [point[0], point[1], radius]

/**
 * The outline of a band stretched around circles, as SVG path data: two circles give a tapered capsule (a limb), four
 * give a torso. The circles must be in clockwise order on screen and none may lie inside another, save that of two
 * circles the smaller may.
 */
export function band(...circles: Circle[]): string {
  const [a, b] = circles as [Circle, Circle]
  if (circles.length === 2 && Math.hypot(b[0] - a[0], b[1] - a[1]) <= Math.abs(a[2] - b[2])) {
    const [x, y, r] = a[2] > b[2] ? a : b
    return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
  }
  // The tangent from each circle to the next touches both at the same angle.
  const angles = circles.map(([x, y, r], index) => {
    const [nextX, nextY, nextR] = circles[(index + 1) % circles.length] as Circle
    const distance = Math.hypot(nextX - x, nextY - y)
    return Math.atan2(nextY - y, nextX - x) - Math.acos((r - nextR) / distance)
  })
  const touch = ([x, y, r]: Circle, angle: number) =>
    `${round(x + r * Math.cos(angle))} ${round(y + r * Math.sin(angle))}`
  const outline = circles.map((circle, index) => {
    const next = circles[(index + 1) % circles.length] as Circle
    const angle = angles[index] as number
    const turn = ((angles[(index + 1) % circles.length] as number) - angle + 2 * FULL_TURN) % FULL_TURN
    const r = round(next[2])
    const line = `${index === 0 ? 'M' : 'L'}${touch(circle, angle)}L${touch(next, angle)}`
    return `${line}A${r} ${r} 0 ${turn > Math.PI ? 1 : 0} 1 ${touch(next, angle + turn)}`
  })
  return `${outline.join('')}Z`
}
