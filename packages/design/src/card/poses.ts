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

const pose = (
  head: Point,
  shoulders: Pose['shoulders'],
  hips: Pose['hips'],
  arms: Pose['arms'],
  legs: Pose['legs'],
  ball?: Pose['ball'],
): Pose => ({ head, shoulders, hips, arms, legs, ...(ball && { ball }) })

export const throwing = pose(
  [160, 102],
  [
    [128, 146],
    [180, 144],
  ],
  [
    [138, 226],
    [164, 226],
  ],
  [
    [
      [84, 142],
      [74, 96],
    ],
    [
      [222, 160],
      [244, 124],
    ],
  ],
  [
    [
      [112, 280],
      [70, 336],
    ],
    [
      [206, 270],
      [214, 340],
    ],
  ],
  { at: [76, 74], turn: -35 },
)

export const running = pose(
  [192, 104],
  [
    [152, 144],
    [184, 138],
  ],
  [
    [126, 226],
    [146, 222],
  ],
  [
    [
      [116, 188],
      [166, 206],
    ],
    [
      [226, 152],
      [266, 124],
    ],
  ],
  [
    [
      [86, 276],
      [34, 268],
    ],
    [
      [204, 240],
      [196, 318],
    ],
  ],
  { at: [176, 196], turn: -20, carried: true },
)

export const catching = pose(
  [152, 132],
  [
    [126, 168],
    [178, 164],
  ],
  [
    [136, 246],
    [162, 246],
  ],
  [
    [
      [104, 118],
      [132, 72],
    ],
    [
      [202, 116],
      [172, 70],
    ],
  ],
  [
    [
      [98, 286],
      [84, 346],
    ],
    [
      [208, 270],
      [190, 330],
    ],
  ],
  { at: [152, 58], turn: 0 },
)

export const lining = pose(
  [150, 146],
  [
    [108, 180],
    [192, 180],
  ],
  [
    [132, 250],
    [170, 250],
  ],
  [
    [
      [64, 214],
      [96, 256],
    ],
    [
      [238, 214],
      [206, 256],
    ],
  ],
  [
    [
      [84, 280],
      [92, 346],
    ],
    [
      [218, 280],
      [210, 346],
    ],
  ],
)

export const kicking = pose(
  [128, 104],
  [
    [112, 146],
    [156, 140],
  ],
  [
    [128, 226],
    [156, 224],
  ],
  [
    [
      [66, 164],
      [38, 130],
    ],
    [
      [200, 124],
      [236, 96],
    ],
  ],
  [
    [
      [120, 284],
      [106, 346],
    ],
    [
      [208, 252],
      [254, 292],
    ],
  ],
  { at: [270, 236], turn: -50 },
)

export const shooting = pose(
  [146, 118],
  [
    [126, 156],
    [170, 152],
  ],
  [
    [136, 238],
    [160, 238],
  ],
  [
    [
      [116, 110],
      [146, 76],
    ],
    [
      [204, 112],
      [180, 70],
    ],
  ],
  [
    [
      [122, 294],
      [104, 350],
    ],
    [
      [176, 290],
      [170, 350],
    ],
  ],
  { at: [168, 44], turn: 0 },
)

export const dunking = pose(
  [140, 128],
  [
    [118, 164],
    [162, 154],
  ],
  [
    [124, 240],
    [150, 240],
  ],
  [
    [
      [76, 186],
      [54, 146],
    ],
    [
      [198, 118],
      [206, 84],
    ],
  ],
  [
    [
      [84, 276],
      [36, 300],
    ],
    [
      [200, 266],
      [176, 332],
    ],
  ],
  { at: [212, 68], turn: 0 },
)

export const dribbling = pose(
  [188, 120],
  [
    [148, 158],
    [184, 158],
  ],
  [
    [122, 238],
    [146, 242],
  ],
  [
    [
      [98, 182],
      [82, 232],
    ],
    [
      [222, 200],
      [232, 252],
    ],
  ],
  [
    [
      [84, 286],
      [40, 334],
    ],
    [
      [202, 272],
      [180, 344],
    ],
  ],
  { at: [238, 284], turn: 0, carried: true },
)

export const blocking = pose(
  [150, 122],
  [
    [118, 160],
    [182, 160],
  ],
  [
    [134, 240],
    [166, 240],
  ],
  [
    [
      [70, 140],
      [38, 92],
    ],
    [
      [230, 140],
      [262, 92],
    ],
  ],
  [
    [
      [92, 286],
      [80, 348],
    ],
    [
      [208, 286],
      [220, 348],
    ],
  ],
)
