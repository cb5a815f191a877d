import { type EditionLook, Pack, type PackArt, packPaint } from '@fieldhouse/design'
import type { CSSProperties, ReactNode } from 'react'
import s from './Torn.module.css'

/** Pieces of the strip, each two teeth of the wrapper wide: where it is torn it bends from one to the next. */
const PIECES = 15

/** So many of them show the inside of the foil: there it was gripped. */
const GRIP = 2

/** One piece: its teeth, and the lines pressed into it, as the wrapper has them (`Pack`). */
const PIECE = 'M0 0L10 8L20 0V34H0Z'
const CRIMPS = 'M5 4V34M15 4V34M0 0L10 8L20 0M0 34H20'

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

/** A pack that is torn: its strip comes off from left to right and curls, the cards rise in the gap, and the wrapper goes. */
export function Torn({ look, name, art }: { look: EditionLook; name: string; art: PackArt }): ReactNode {
  return (
    <div className={`${s.torn} ${packPaint}`} data-least={art.least}>
      <svg className={s.cards} viewBox="0 0 300 420" aria-hidden="true">
        {CARDS.map((d) => (
          <path key={d} d={d} />
        ))}
      </svg>
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
