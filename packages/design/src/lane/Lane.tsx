import { type CSSProperties, useEffect, useRef, useState } from 'react'
import type { EditionLook, LaneArt } from '../look'
import s from './Lane.module.css'

const YARDS = Array.from({ length: 50 }, (_, index) => index).filter((yard) => yard % 5)
const TENS = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** A field of yards with an oval ball. */
const YARDED: LaneArt = {
  ground: TENS.map((ten) => `M${34.8 * ten} 0V104`).join(''),
  marks: `${YARDS.map((yard) => `M${(6.96 * yard).toFixed(1)} 4v9m0 25v6m0 16v6m0 25v9`).join('')}${[18, 34, 50, 66, 82, 98].map((y) => `M360 ${y}l16-16`).join('')}`,
  goal: 348,
  scored: 344,
  ball: 'M-30 0C-22-18 22-18 30 0C22 18-22 18-30 0Z',
  seams: 'M-12 0H12M-8-5v10m8-10v10m8-10v10',
  hasClock: false,
}

/** Diagonals over all of it. */
const HATCH = Array.from({ length: 32 }, (_, index) => `M${index * 16 - 112} 108l112-112`).join('')

/** Where a ball starts, and how far before where it scores it lies at the first place. */
const START = 32
const BEFORE = 30

/** The longest that a ball is on its way to where it was last read, milliseconds. */
const LONGEST = 10_000

/** Null while it is being fetched. What cannot be fetched is played on yards. */
function useArt({ lane }: EditionLook): LaneArt | null {
  const [art, setArt] = useState<LaneArt | null>(lane ? null : YARDED)
  useEffect(() => {
    lane?.().then(setArt, () => setArt(YARDED))
  }, [lane])
  return art
}

export interface LaneProps {
  look: EditionLook
  /** How much of the way is done, 0 to 1; 1 for who has been sent. */
  done: number
  isSent: boolean
  /** False hatches it. */
  isMoving: boolean
  /** What the shot clock of a lane that has one shows; null for nothing. */
  seconds: number | null
  now: number
}

/** The line as a field: the ball is oneself, the goal line is one's turn. The ball moves on evenly and never back. */
export function Lane({ look, done, isSent, isMoving, seconds, now }: LaneProps) {
  const art = useArt(look)
  const ball = useRef({ done, at: now, span: 0 })
  // Each way takes as long as the one before: it ends about when the next begins.
  if (done > ball.current.done) {
    ball.current = { done, at: now, span: Math.min(LONGEST, Math.max(1000, now - ball.current.at)) }
  }
  if (!art) return <div className={s.lane} aria-hidden="true" />
  const x = isSent ? art.scored : START + ball.current.done * (art.scored - BEFORE - START)
  const style = { '--ball': `${(100 * x) / 376}%`, '--span': `${isSent ? 240 : ball.current.span}ms` }
  const ground = (
    <>
      <path className={s.turf} d="M0 0H376V104H0Z" />
      <path className={s.quiet} d={art.ground} />
      <path className={s.marks} d={art.marks} />
    </>
  )
  return (
    <div className={s.lane} style={style as CSSProperties} data-moving={isMoving} aria-hidden="true">
      <svg className={s.ground} viewBox="0 0 376 104" aria-hidden="true">
        {ground}
      </svg>
      <svg className={`${s.ground} ${s.played}`} viewBox="0 0 376 104" aria-hidden="true">
        {ground}
      </svg>
      <svg className={s.above} viewBox="0 0 376 104" aria-hidden="true">
        {!isMoving && <path className={s.hatched} d={HATCH} />}
        <path className={s.sides} d="M0 1.5H376M0 102.5H376" />
        <path className={s.goal} d={`M${art.goal} 0h10v104h-10Z`} />
        {art.hasClock && (
          <>
            <path className={s.board} d="M338 32h36v40h-36Z" />
            <text className={`fh-numeral ${s.shot}`} x={356} y={64} textAnchor="middle" fontSize={34}>
              {seconds !== null && seconds < 100 && String(seconds).padStart(2, '0')}
            </text>
          </>
        )}
      </svg>
      <svg className={`${s.above} ${s.mover}`} viewBox="0 0 376 104" aria-hidden="true">
        <g transform="translate(0 52)">
          <path className={s.ball} d={art.ball} />
          <path className={s.seams} d={art.seams} />
        </g>
      </svg>
    </div>
  )
}
