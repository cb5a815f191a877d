import { type ReactNode, useId } from 'react'
import { MOST_CARDS, tierNamed } from '../card/tier'
import type { EditionLook } from '../look'
import { ROOF } from '../mark'
import { widthOf } from '../picture/lines'
import s from './Pack.module.css'

/** What tells a pack from others, as its drop has it; also as marks. */
export interface PackArt {
  /** The tier that one of its cards has at least, `1` to `5`: its colours, its foil and the marks in its corner. */
  least: string
  /** How many cards are in it; empty where that is not known. */
  cards: string
  /** Which of four prints, `0` to `3`: its figure and its lines. */
  print: string
}

interface PackProps {
  /** An edition's name alone where the page has its `PackWrappers`. */
  look: EditionLook | string
  name: string
  /** `plain` is the wrapper of a pack that cannot be bought now. */
  paint: 'floor' | 'blank'
  /** Without it the pack is the edition's plain one. */
  art?: PackArt | undefined
}

const steps = Array.from({ length: 30 }, (_, index) => index * 10)
const TEETH = steps.map((x) => `L${x + 10} ${x % 20 ? 0 : 8}`).join('')
const LOWER_TEETH = steps.map((x) => `L${290 - x} ${x % 20 ? 420 : 412}`).join('')
const OUTLINE = `M0 0${TEETH}V420${LOWER_TEETH}Z`
const CRIMPS = steps.map((x) => `M${x + 5} 0V34M${x + 5} 386V420`).join('')

/** Five marks in a row, as on the cards: so many as the tier are filled. */
const EACH_MARK = [0, 1, 2, 3, 4].map((mark) => `M${66 + 16 * mark} 48h8v22h-8Z`)
const MARKS = EACH_MARK.join('')

/** Where light falls on a foil, hundredths across it, and how much of it. */
const FOIL = [
  [12, 0],
  [34, 0.3],
  [46, 0],
  [58, 0],
  [74, 0.22],
  [88, 0],
] as const

/** The colours of a pack, `--wrapper` and `--print`, for what is of it beside it; with its `data-least`. */
export const packPaint = s.paint

/** A wrapped pack, 300 by 420, its name on the band. The name is said beside it, so readers skip the drawing. */
export function Pack({ look, name, paint, art }: PackProps): ReactNode {
  return (
    <span
      className={`${s.pack} ${s.paint} ${paint === 'blank' ? s.blank : ''}`}
      data-least={art?.least}
      data-print={art?.print}
      aria-hidden="true"
    >
      <svg viewBox="0 0 300 420" aria-hidden="true">
        {typeof look === 'string' ? <use href={`#${wrapperOf(look, art?.print)}`} /> : <Wrapper look={look} />}
        {art && (
          <g className={s.print} data-cards={art.cards}>
            <path className={s.marks} d={MARKS} />
            <path className={s.reached} d={MARKS} />
            <text className="fh-numeral" x={252} y={72} textAnchor="end" fontSize={34}>
              {art.cards}
            </text>
            <path d="M260 46H282V72H260ZM264 50V68H278V50Z" fillRule="evenodd" />
          </g>
        )}
      </svg>
      <span className={s.name}>{name}</span>
    </span>
  )
}

/** The prints of a wrapper. */
const PRINTS = ['0', '1', '2', '3'] as const

const wrapperOf = (edition: string, print = '0') => `pack-${edition}-${print}`

/** All prints of editions' wrappers, unseen: for a page that is told at last whose packs it shows. */
export const PackWrappers = ({ looks }: { looks: readonly EditionLook[] }): ReactNode => (
  <svg className={s.wrappers} aria-hidden="true">
    {looks.flatMap((look) =>
      PRINTS.map((print) => (
        <symbol key={`${look.edition}-${print}`} id={wrapperOf(look.edition, print)} viewBox="0 0 300 420">
          <g className={s.pack} data-print={print}>
            <Wrapper look={look} />
          </g>
        </symbol>
      )),
    )}
  </svg>
)

interface PackPictureProps extends Pick<PackProps, 'name'> {
  look: EditionLook
  /** Without it the pack is the edition's plain one. */
  art?: Pick<PackArt, 'least' | 'print'> | undefined
}

/** A wrapped pack as a drawing alone, with its guarantee's foil and marks. */
export function PackPicture({ look, name, art }: PackPictureProps): ReactNode {
  const size = Math.min(60, 268 / widthOf(name.toUpperCase()))
  const tier = Number(art?.least)
  return (
    <svg
      className={`${s.pack} ${s.paint}`}
      data-least={art?.least}
      data-print={art?.print}
      viewBox="0 0 300 420"
      aria-hidden="true"
    >
      <Wrapper look={look} />
      {art && (
        <>
          <path className={s.marks} d={MARKS} />
          <path className={s.print} d={EACH_MARK.slice(0, tier).join('')} />
        </>
      )}
      {tier > 3 && (
        <>
          {/* As the page's sheet lays it over the wrapper, on the same slant. */}
          <linearGradient id="foil" gradientUnits="userSpaceOnUse" x1={-40} y1={121} x2={340} y2={299}>
            {FOIL.map(([offset, opacity]) => (
              <stop key={offset} offset={`${offset}%`} stopColor="#fff" stopOpacity={opacity} />
            ))}
          </linearGradient>
          <path fill="url(#foil)" d="M0 34H300V386H0Z" />
        </>
      )}
      <text
        className={`fh-numeral ${s.wrapper} ${s.band}`}
        x={150}
        y={354 + size * 0.39}
        textAnchor="middle"
        fontSize={size}
      >
        {name}
      </text>
    </svg>
  )
}

/** What an edition's wrappers have in common. */
function Wrapper({ look }: { look: EditionLook }) {
  return (
    <>
      <path className={s.wrapper} d={OUTLINE} />
      <path className={s.lines} d={look.packLines} />
      <text className={`fh-numeral ${s.print} ${s.figure}`} x={150} y={312} textAnchor="middle" fontSize={272}>
        {look.side}
      </text>
      <path className={s.crimp} d={`M0 34V0${TEETH}V34ZM0 386H300V420${LOWER_TEETH}Z`} />
      <path className={s.crimps} d={CRIMPS} />
      <path className={s.print} d="M0 322H300V386H0Z" />
      <path className={s.print} transform="translate(18 44) scale(.72)" d={ROOF} />
    </>
  )
}

interface CutPackProps {
  look: EditionLook
  /** On the band. */
  name: string
  /** Hundredths of the pack from the top down. */
  shares: readonly number[]
  /** What stands beside each part. */
  children: readonly ReactNode[]
}

/** A pack that is cut across into parts of their true height, a row for each. */
export function CutPack({ look, name, shares, children }: CutPackProps): ReactNode {
  const id = useId()
  let top = 0
  return (
    <ul className={s.cut}>
      {shares.map((share, index) => {
        const from = top
        top += share
        return (
          <li key={from}>
            <svg viewBox={`0 ${from * 4.2} 300 ${share * 4.2}`} aria-hidden="true">
              {index > 0 ? (
                <use href={`#${id}`} />
              ) : (
                <g id={id}>
                  <Wrapper look={look} />
                  <text className={`fh-numeral ${s.wrapper} ${s.band}`} x={16} y={374} fontSize={54} textLength={268}>
                    {name}
                  </text>
                </g>
              )}
            </svg>
            {children[index]}
          </li>
        )
      })}
    </ul>
  )
}

/** What of a drop's row tells its packs from others. */
interface PackOrigin {
  /** The drop's id, decimal digits; of a pack that names no drop something else, and it has the first print. */
  id: string
  contents: { cards?: unknown; least?: unknown }
}

/** What tells a drop's packs from others (docs/edition-contract.md, "Lists the gateway knows"). */
export function artOf({ id, contents: { cards, least } }: PackOrigin): PackArt {
  const isKnown = Number.isSafeInteger(cards) && (cards as number) > 0 && (cards as number) <= MOST_CARDS
  return {
    least: isKnown ? String(tierNamed(String(least)) ?? 1) : '',
    cards: isKnown ? String(cards) : '',
    print: String(/^\d+$/.test(id) ? BigInt(id) % BigInt(PRINTS.length) : 0),
  }
}
