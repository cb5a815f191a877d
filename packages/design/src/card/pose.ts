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

/** A pose from its joints. */
export const pose = (
  head: Point,
  shoulders: Pose['shoulders'],
  hips: Pose['hips'],
  arms: Pose['arms'],
  legs: Pose['legs'],
  ball?: Pose['ball'],
): Pose => ({ head, shoulders, hips, arms, legs, ...(ball && { ball }) })
