import type { ReactNode } from 'react'
import type { Deck, DrawnTraits, TierPalette } from './deck'
import { at, band, between, type Point } from './geometry'
import type { Pose } from './pose'

/** Radii of shoulder, elbow, wrist, hip, knee and ankle, then of the torso's corners: pads make an athlete broad. */
const BUILD = {
  pads: { limbs: [15, 11, 8, 21, 14, 9], shoulder: 22, hip: 17, head: 26 },
  vest: { limbs: [13, 10, 7.5, 19, 12, 7.5], shoulder: 13, hip: 15, head: 20 },
} as const

/** The whole athlete as one path, for the echoes behind the figure. */
export function silhouette(deck: Deck, pose: Pose): string {
  const { limbs, shoulder, head } = BUILD[deck.kit]
  const [upper, elbow, wrist, hip, knee, ankle] = limbs
  const limb = (root: Point, [joint, end]: readonly [Point, Point], r: readonly [number, number, number]) =>
    band(at(root, r[0]), at(joint, r[1])) + band(at(joint, r[1]), at(end, r[2]))
  return (
    limb(pose.shoulders[0], pose.arms[0], [upper, elbow, wrist]) +
    limb(pose.shoulders[1], pose.arms[1], [upper, elbow, wrist]) +
    limb(pose.hips[0], pose.legs[0], [hip, knee, ankle]) +
    limb(pose.hips[1], pose.legs[1], [hip, knee, ankle]) +
    band(at(pose.shoulders[0], shoulder), at(pose.shoulders[1], shoulder), at(pose.hips[1], 17), at(pose.hips[0], 17)) +
    band(at(pose.head, head), at([pose.head[0], pose.head[1] + 14], 14))
  )
}

/** Cloths are told light from dark by their red: chalk, gold and orange carry a dark number. */
const isLight = (colour: string) => Number.parseInt(colour.slice(1, 3), 16) > 200

export interface AthleteProps {
  deck: Deck
  traits: DrawnTraits
  colours: TierPalette
  /** False leaves out what cannot be seen on a small card. */
  detail: boolean
}

/** The figure: tapered capsules from far to near, every part bridged by a gap like a stencil. */
export function Athlete({ deck, traits, colours, detail }: AthleteProps): ReactNode {
  const { pose, team } = traits
  const { gap } = colours
  const isPadded = deck.kit === 'pads'
  const { limbs, shoulder, hip } = BUILD[deck.kit]
  const [rUpper, rElbow, rWrist, rHip, rKnee, rAnkle] = limbs
  const trim = team.shorts[2]

  const part = (d: string, fill: string) => (
    <path d={d} fill={fill} stroke={gap} strokeWidth={3.2} strokeLinejoin="round" paintOrder="stroke" />
  )
  const limb = (d: string, fill: string) => (
    <path d={d} fill={fill} stroke={gap} strokeWidth={6.4} paintOrder="stroke" />
  )

  const leg = (side: 0 | 1) => {
    const root = pose.hips[side]
    const [knee, ankle] = pose.legs[side]
    const skin = side ? colours.limbShade : colours.limb
    const cloth = team.shorts[side]
    const length = Math.hypot(ankle[0] - knee[0], ankle[1] - knee[1])
    const along: Point = [(ankle[0] - knee[0]) / length, (ankle[1] - knee[1]) / length]
    // The toe points to the right of the shin, whichever way the shin leans.
    const right = along[1] >= 0 ? 1 : -1
    const forward: Point = [along[1] * right, -along[0] * right]
    const sole = (ahead: number, radius: number) =>
      at([ankle[0] + forward[0] * ahead + along[0] * 8, ankle[1] + forward[1] * ahead + along[1] * 8], radius)
    const boot = [at(ankle, 8), sole(23, 4.5), sole(-5, 5.5)] as const
    const calf = (share: number) => at(between(knee, ankle, share), rKnee - 1 + (rAnkle - rKnee + 1) * share - 0.2)
    return (
      <>
        {limb(band(at(knee, rKnee - 1), at(ankle, rAnkle)), skin)}
        {detail && <path d={band(calf(0.5), calf(0.64))} fill={trim} />}
        {limb(band(at(root, isPadded ? rHip : rHip - 3), at(knee, rKnee)), isPadded ? cloth : skin)}
        {!isPadded && part(band(at(root, rHip + 2), at(between(root, knee, 0.72), rHip + 1)), cloth)}
        <path d={band(...(right > 0 ? boot : [boot[0], boot[2], boot[1]]))} fill={side ? team.shorts[1] : trim} />
      </>
    )
  }

  const arm = (side: 0 | 1) => {
    const root = pose.shoulders[side]
    const [elbow, hand] = pose.arms[side]
    const skin = side ? colours.limbShade : colours.limb
    const glove = isPadded ? trim : skin
    const thumb: Point = [hand[0] + (hand[0] < 150 ? 6 : -6), hand[1] - 6]
    return (
      <>
        {limb(band(at(elbow, rElbow), at(hand, rWrist)), skin)}
        {detail && (
          <path
            d={band(at(between(elbow, hand, 0.62), rElbow - 2), at(between(elbow, hand, 0.76), rWrist))}
            fill={trim}
          />
        )}
        {limb(band(at(root, rUpper), at(elbow, rElbow)), skin)}
        {isPadded && part(band(at(root, rUpper + 6), at(between(root, elbow, 0.45), rUpper + 1)), team.jersey[side])}
        {part(band(at(hand, rWrist + 2), at(thumb, 4)), glove)}
      </>
    )
  }

  const ball = pose.ball && (
    <g transform={`translate(${pose.ball.at[0]} ${pose.ball.at[1]}) rotate(${pose.ball.turn})`} stroke={gap}>
      {isPadded ? (
        <path d="M-27 0C-16-18 16-18 27 0 16 18-16 18-27 0Z" fill={deck.ball} strokeWidth={3} paintOrder="stroke" />
      ) : (
        <circle r={22} fill={traits.tier === 3 ? '#F8C495' : deck.ball} strokeWidth={3} paintOrder="stroke" />
      )}
      <path
        d={
          isPadded
            ? 'M-10 0H10M-7-4V4M-2.4-4V4M2.4-4V4M7-4V4'
            : 'M-22 0H22M0-22V22M-15-16C-5-8-5 8-15 16M15-16C5-8 5 8 15 16'
        }
        fill="none"
        strokeWidth={2}
      />
    </g>
  )

  const [near, far] = pose.shoulders
  const waist = [between(near, pose.hips[0], 0.82), between(far, pose.hips[1], 0.82)] as const
  const chest = between(between(near, far, 0.62), between(pose.hips[0], pose.hips[1], 0.62), 0.36)
  const [x, y] = pose.head

  return (
    <>
      {arm(1)}
      {leg(1)}
      {!pose.ball?.carried && ball}
      {leg(0)}
      {part(band(at(pose.hips[0], hip + 2), at(pose.hips[1], hip + 2)), team.shorts[0])}
      {part(band(at(near, shoulder), at(far, shoulder), at(waist[1], hip - 1), at(waist[0], hip - 1)), team.jersey[0])}
      {detail && (
        <>
          <path
            d={`M${near[0] - shoulder * 0.6} ${near[1] - shoulder * 0.5}L${between(near, far, 0.3)[0]} ${near[1] - shoulder + 2}L${waist[0][0] + 6} ${waist[0][1] + hip - 4}L${waist[0][0] - hip + 5} ${waist[0][1]}Z`}
            fill={team.jersey[2]}
          />
          <text
            className="fh-numeral"
            x={Math.round(chest[0])}
            y={Math.round(chest[1] + 14)}
            textAnchor="middle"
            fontSize={isPadded ? 44 : 38}
            fill={isLight(team.jersey[0]) ? '#14110A' : '#F7F1E2'}
          >
            {traits.number}
          </text>
        </>
      )}
      {isPadded ? (
        <>
          {part(band(at([x - 2, y + 22], 13), at(between(near, far, 0.5), 14)), colours.limb)}
          {part(`M${x - 27} ${y + 2}a27 27 0 0 1 54-4v8l-15 2-3 10-8 14-18 2q-10-12-10-32Z`, team.jersey[0])}
          <path d={`M${x - 8} ${y - 26}q6-1 12 0l2 27q-7 2-14 1Z`} fill={trim} />
          {/* The face mask: its bars over their own gap. */}
          {[gap, colours.limb].map((stroke, index) => (
            <path
              key={stroke}
              d={`M${x + 9} ${y + 12}h20l-4 18h-17M${x + 10} ${y + 21}h17`}
              fill="none"
              stroke={stroke}
              strokeWidth={index ? 3.4 : 7}
            />
          ))}
        </>
      ) : (
        <>
          {part(band(at([x - 1, y + 14], 9), at(between(near, far, 0.5), 11)), colours.limbShade)}
          {part(band(at([x, y - 4], 20), at([x + 3, y + 11], 13)), colours.limb)}
          {part(`M${x - 21} ${y - 6}a21 21 0 0 1 42-1l-1 5q-20-5-40 3Z`, trim)}
        </>
      )}
      {arm(0)}
      {pose.ball?.carried && ball}
    </>
  )
}
