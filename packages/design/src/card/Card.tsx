import { useTexts } from '@fieldhouse/i18n'
import { type ComponentType, type ReactNode, useId } from 'react'
import { Athlete, silhouette } from './athlete'
import s from './Card.module.css'
import type { Deck, DrawnTraits, TierPalette } from './deck'
import { NUMBER_WIDTHS, traitsOf } from './deck'
import { Ground } from './ground'
import { TierMarks } from './TierMarks'
import { cardTexts } from './texts'
import { OUTLINE, SUPPLY, type Tier } from './tier'

/** What a card is built of, from the ground up. */
export const LAYERS = ['ground', 'number', 'echoes', 'athlete', 'plate', 'cut'] as const

export type Layer = (typeof LAYERS)[number]

export interface CardProps {
  deck: Deck
  /** The chain's template id: everything on the card follows from it. */
  templateId: number
  /** Which copy this is; 0 for one that has no number yet. */
  mint: number
  /** `small` leaves out what cannot be read below 160 px of width. */
  cut?: 'full' | 'small'
  /** The last layer to draw. @default all of them */
  upTo?: Layer
  /** Draws what is in it when its turn comes; until then the card is its place and its name. @default at once */
  turn?: ComponentType<{ children: ReactNode }>
}

/** A card, 300 by 420, its words in the page's language. */
export function Card({ deck, templateId, mint, cut = 'full', upTo = 'cut', turn: Turn }: CardProps): ReactNode {
  const { t } = useTexts(cardTexts)
  const traits = traitsOf(deck, templateId)
  const { tier, team, position, number } = traits
  const tierName = t(`tier${tier}`)
  const supply = SUPPLY[tier]
  const label = t('label', { tier: tierName, team: team.name, position, number, mint: mint || '—', supply })
  const copies = `${mint > 0 ? pad(mint, supply) : '—'}/${supply}`
  const drawn = { ...traits, numberWidth: NUMBER_WIDTHS[number > 9 ? 1 : 0] }
  const drawing = <Drawing deck={deck} traits={drawn} tierName={tierName} copies={copies} cut={cut} upTo={upTo} />
  return (
    <svg className={s.card} viewBox="0 0 300 420" role="img" aria-label={label}>
      {Turn ? <Turn>{drawing}</Turn> : drawing}
    </svg>
  )
}

const pad = (mint: number, supply: number) => String(mint).padStart(String(supply).length, '0')

interface DrawingProps extends Required<Pick<CardProps, 'deck' | 'cut' | 'upTo'>> {
  traits: DrawnTraits
  tierName: string
  copies: string
}

/** What stands in a card's view box. */
export function Drawing({ deck, traits, tierName, copies, cut, upTo }: DrawingProps) {
  const id = useId()
  const { tier, number, numberWidth } = traits
  const colours = deck.tiers[tier]
  const outline = OUTLINE[tier]
  const full = cut === 'full'
  const has = (layer: Layer) => LAYERS.indexOf(layer) <= LAYERS.indexOf(upTo)
  return (
    <>
      <defs>
        <clipPath id={`${id}c`}>
          <path d={outline} />
        </clipPath>
        {tier >= 4 && <Foil id={id} colours={deck.foil} />}
        {colours.echoes.length > 0 && <path id={`${id}s`} d={silhouette(deck, traits.pose)} />}
      </defs>
      <g clipPath={`url(#${id}c)`}>
        <path d={outline} fill={tier === 5 ? `url(#${id}f)` : colours.ground} />
        <Ground tier={tier} colours={colours} />
        {has('number') && (
          <text
            className="fh-numeral"
            x={150}
            y={322}
            textAnchor="middle"
            fontSize={326}
            textLength={numberWidth}
            lengthAdjust="spacingAndGlyphs"
            fill={tier === 4 ? `url(#${id}f)` : colours.number}
            {...((tier === 2 || tier === 5) && { stroke: colours.frame, strokeWidth: 3 })}
          >
            {number}
          </text>
        )}
        {has('echoes') &&
          colours.echoes
            .map((colour, index) => <use key={colour} href={`#${id}s`} x={-15 - index * 12} y={-6} fill={colour} />)
            .reverse()}
        {has('athlete') && (
          <g transform="translate(-3-6)scale(1.02)">
            <Athlete deck={deck} traits={traits} colours={colours} detail={full} />
          </g>
        )}
        {/* Below the plate: names are read, whatever light falls on the card. */}
        {has('cut') && tier >= 4 && full && <path d={outline} fill={`url(#${id}g)`} />}
        {has('plate') &&
          (full ? (
            <Plate traits={traits} colours={colours} tierName={tierName} copies={copies} />
          ) : (
            <SmallPlate traits={traits} colours={colours} />
          ))}
        {has('cut') && <Frame tier={tier} colours={colours} outline={outline} foil={`url(#${id}f)`} />}
      </g>
    </>
  )
}

interface PlateProps {
  traits: DrawnTraits
  colours: TierPalette
}

function Plate({ traits, colours, tierName, copies }: PlateProps & { tierName: string; copies: string }) {
  const { tier, team, position } = traits
  const { ink, plate, frame } = colours
  // The banner's tail is cut out of the plate, so its last line stands higher.
  const last = tier === 5 ? 391 : 396
  return (
    <>
      <path d="M0 340H300V420H0ZM0 0H112V42H0ZM222 0H300V42H222Z" fill={plate} />
      <path d="M0 340H300" stroke={frame} strokeWidth={4} />
      <g className="fh-label" fill={ink} fontSize={17}>
        <text className="fh-numeral" x={20} y={372} fontSize={team.name.length < 17 ? 31 : 27}>
          {team.name.toUpperCase()}
        </text>
        <text x={20} y={last}>
          {tierName.toUpperCase()}
        </text>
        <text x={280} y={last} textAnchor="end">
          {copies}
        </text>
        <text className="fh-numeral" x={261} y={33} textAnchor="middle" fontSize={30}>
          {position}
        </text>
      </g>
      <TierMarks tier={tier} ink={ink} top={13} bottom={31} />
    </>
  )
}

/** On a small card the plate keeps the position and the marks, large enough to read. */
function SmallPlate({ traits, colours }: PlateProps) {
  const { ink, plate, frame } = colours
  return (
    <>
      <path d="M0 340H300V420H0Z" fill={plate} />
      <path d="M0 340H300" stroke={frame} strokeWidth={4} />
      <text className="fh-numeral" x={276} y={394} textAnchor="end" fontSize={54} fill={ink}>
        {traits.position}
      </text>
      <TierMarks tier={traits.tier} ink={ink} top={360} bottom={394} />
    </>
  )
}

function Frame({ tier, colours, outline, foil }: { tier: Tier; colours: TierPalette; outline: string; foil: string }) {
  const { frame, ink } = colours
  switch (tier) {
    case 1:
      return <path d="M1.5 1.5H298.5V418.5H1.5Z" fill="none" stroke={frame} strokeWidth={3} />
    case 2:
      return (
        <g fill="none" stroke={frame}>
          <path d="M2.5 2.5H297.5V417.5H2.5Z" strokeWidth={5} />
          <path d="M9 9H291V411H9Z" strokeWidth={1.5} />
        </g>
      )
    case 3:
      return <path d={outline} fill="none" stroke={frame} strokeWidth={12} />
    case 4:
      return (
        <g fill="none">
          <path d={outline} stroke="#000" strokeWidth={20} />
          {/* Bulbs: dots of no length with round ends. */}
          <path
            d="M8 6H293M8 414H293M6 21V186M294 21V186M6 234V400M294 234V400"
            stroke={frame}
            strokeWidth={6}
            strokeLinecap="round"
            strokeDasharray="0 15"
          />
        </g>
      )
    case 5:
      return (
        <g fill="none">
          <path d={outline} stroke={ink} strokeWidth={16} />
          <path d={outline} stroke={foil} strokeWidth={10} />
          <path d="M0 4.5H300" stroke={foil} strokeWidth={9} />
        </g>
      )
  }
}

/** The foil, and the sheen that lies over all but the plate; the pointer moves both. */
function Foil({ id, colours }: { id: string; colours: readonly string[] }) {
  return (
    <>
      <linearGradient id={`${id}f`} x2={1} y2={1} spreadMethod="reflect">
        {colours.map((colour, index) => (
          <stop key={colour} offset={index / 5} stopColor={colour} />
        ))}
      </linearGradient>
      <linearGradient id={`${id}g`} x2={1} y2={1}>
        {[0.3, 0, 0.44, 0.42, 0.47, 0.08, 0.56, 0.3, 0.62, 0].flatMap((offset, index, all) =>
          index % 2 ? [] : <stop key={offset} offset={offset} stopColor="#fff" stopOpacity={all[index + 1]} />,
        )}
      </linearGradient>
    </>
  )
}
