import { type EditionLook, Pack, type PackArt, packPaint } from '@fieldhouse/design'
import { type CSSProperties, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import s from './Torn.module.css'

/** Pieces of the strip, each two teeth of the wrapper wide: where it is torn it bends from one to the next. */
const PIECES = 15

/** So many of them show the inside of the foil: there it was gripped. */
const GRIP = 2

/** The whole way of the tear on the timeline of its style sheet, in milliseconds. */
const WAY = 1000

/** One piece: its teeth, and the lines pressed into it, as the wrapper has them (`Pack`). */
const PIECE = 'M0 0L10 8L20 0V34H0Z'
const CRIMPS = 'M5 4V34M15 4V34'

/** The cards in it, the foremost last. */
const CARDS = [4, 3, 2, 1, 0].map(
  (card) => `M${18 + card * 6} ${20 - card * 9}H${282 - card * 6}V400H${18 + card * 6}Z`,
)

/** The strip from a piece on to its free end on the left, which hangs on the piece to the right of it. */
function strip(piece: number): ReactNode {
  return (
    <g className={s.piece} style={{ '--piece': piece } as CSSProperties}>
      {piece > 0 && strip(piece - 1)}
      <path className={piece < GRIP ? s.end : s.foil} transform={`translate(${piece * 20} 0)`} d={PIECE} />
      {piece >= GRIP && <path className={s.crimps} transform={`translate(${piece * 20} 0)`} d={CRIMPS} />}
    </g>
  )
}

const STRIP = strip(PIECES - 1)

/** Shows how far the strip is torn, of 1. */
export type Tear = (torn: number) => void

interface TornProps {
  look: EditionLook
  name: string
  art: PackArt
  /** Whether it leaves: the strip flies off, the wrapper sinks, and the cards rise out of it. */
  isLeaving: boolean
  tear: Ref<Tear>
}

/** A pack whose strip tears from left to right and curls, while the cards show where it is torn. */
export function Torn({ look, name, art, isLeaving, tear }: TornProps): ReactNode {
  const torn = useRef<HTMLDivElement>(null)
  useImperativeHandle(tear, () => {
    let before = 0
    let animations: { animation: Animation; from: number; to: number }[] | undefined
    return (at) => {
      // The sheet says what happens on the way; where on it the strip is, comes from the chain.
      animations ??= (torn.current?.getAnimations?.({ subtree: true }) ?? []).flatMap((animation) => {
        const { delay = 0, endTime = WAY } = animation.effect?.getComputedTiming() ?? {}
        return animation.playState === 'paused' ? { animation, from: Number(delay), to: Number(endTime) } : []
      })
      const now = at * WAY
      for (const { animation, from, to } of animations) {
        // A piece that the tear has passed, or that it is not at yet, stays as it is.
        if (Math.max(before, now) >= from && Math.min(before, now) <= to) animation.currentTime = now
      }
      before = now
    }
  }, [])
  return (
    <div ref={torn} className={`${s.torn} ${packPaint} ${isLeaving ? s.leaving : ''}`} data-least={art.least}>
      <div className={s.window}>
        <div className={s.inside}>
          <svg className={s.cards} viewBox="0 0 300 420" aria-hidden="true">
            {CARDS.map((d) => (
              <path key={d} d={d} />
            ))}
          </svg>
        </div>
      </div>
      <div className={s.body}>
        <Pack look={look} name={name} paint="floor" art={art} />
      </div>
      <svg className={s.strip} viewBox="0 0 300 420" aria-hidden="true">
        {STRIP}
        <path className={s.cut} d="M0 -14V56" />
      </svg>
    </div>
  )
}
