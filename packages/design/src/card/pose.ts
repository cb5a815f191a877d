import type { Point } from './geometry'

/** An athlete's joints. `near` is the side towards the viewer. */
export interface Pose {
  head: Point
  shoulders: readonly [near: Point, far: Point]
  hips: readonly [near: Point, far: Point]
  /** Elbow and hand. */
  arms: readonly [near: readonly [Point, Point], far: readonly [Point, Point]]
  /** Knee and ankle. */
  legs: readonly [near: readonly [Point, Point], far: readonly [Point, Point]]
  /** Centre of the ball and its turn in degrees; the ball is behind the athlete unless it is `carried`. */
  ball?: { at: Point; turn: number; carried?: true }
}

/**
 * A pose from 26 numbers, x and y of each joint: the head; then near and far each time the shoulders, the hips, the arms with
 * elbow and hand, the legs with knee and ankle.
 */
export function pose(joints: readonly number[], ball?: Pose['ball']): Pose {
  const [head, ...points] = Array.from(
    { length: joints.length / 2 },
    (_, index) => [joints[2 * index], joints[2 * index + 1]] as unknown as Point,
  )
  if (points.length !== 12 || !head) throw new RangeError(`a pose has 26 numbers, not ${joints.length}`)
  const pair = (at: number) => [points[at], points[at + 1]] as [Point, Point]
  return {
    head,
    shoulders: pair(0),
    hips: pair(2),
    arms: [pair(4), pair(6)],
    legs: [pair(8), pair(10)],
    ...(ball && { ball }),
  }
}
