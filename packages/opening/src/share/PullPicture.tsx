import { Card, cardTexts, copyNumber, type Deck, ROOF, SUPPLY, type Tier, widthOf } from '@fieldhouse/design'
import type { OwnCard } from '@fieldhouse/holdings'
import { formatNumber, useTexts } from '@fieldhouse/i18n'
import type { ReactNode, Ref } from 'react'
import { texts as words } from '../texts'

/** What pictures of links measure, px: 1.91 to 1. */
export const WIDTH = 1200
export const HEIGHT = 630

/** Where the goal line is, from the top; the column of the headline, and its largest letters; px. */
const GROUND = 534
const LEFT = 56
const COLUMN = 690
const LARGEST = 118

/** Night, chalk and the board, as on the stage by night. */
const [NIGHT, CHALK, BOARD] = ['#000', '#f3f1e8', '#050605']

/** How wide a card stands beside others, and the most that the best of them may be: it ends below the headline. */
const WIDE: Record<Tier, number> = { 1: 114, 2: 142, 3: 180, 4: 200, 5: 200 }
const WIDEST = 180
const GAP = 18

export interface PullPictureProps {
  deck: Deck
  /** The plainest first. */
  cards: readonly OwnCard[]
  /** The site's name, and what stands beside it. */
  name: string
  note: string
  label: string
  ref: Ref<SVGSVGElement>
}

/** What is shared of a pull. A banner hangs over the goal line from its beam; every other card stands on the line. */
export function PullPicture({ deck, cards, name, note, label, ref }: PullPictureProps): ReactNode {
  const { t, language } = useTexts(words)
  const { t: tiers } = useTexts(cardTexts)
  const best = cards.at(-1) as OwnCard
  const others = cards.slice(0, -1).toReversed()
  const { tier, team } = best.traits
  const hangs = tier === 5
  const metal = hangs ? deck.tiers[5].ground : CHALK
  const copy = t('mint', {
    mint: copyNumber(best.mint, language, t('one')),
    supply: formatNumber(SUPPLY[tier], language),
  })
  const lines = [team.name, `${tiers(`tier${tier}`)}, ${copy}`].map((line) => line.toUpperCase())
  // Their letters are a little narrower than what is reckoned with.
  const size = Math.min(LARGEST, COLUMN / (0.93 * Math.max(...lines.map(widthOf))))
  const wide = hangs ? 388 : 338
  const high = wide * 1.4
  const left = WIDTH - 52 - wide
  const top = hangs ? 60 : GROUND - high
  const all = others.reduce((sum, { traits }) => sum + WIDE[traits.tier], GAP * (others.length - 1))
  const scale = Math.min(COLUMN / all, WIDEST / WIDE[others[0]?.traits.tier ?? 3])
  const rule = LEFT + 100 + 0.93 * 40 * widthOf(name.toUpperCase())
  let x = LEFT
  return (
    <svg ref={ref} xmlns="http://www.w3.org/2000/svg" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={`M0 0H${WIDTH}V${HEIGHT}H0Z`} fill={NIGHT} />
      {hangs && (
        <g fill="none" stroke={metal} strokeWidth={3} strokeOpacity={0.55}>
          {[220, 264, 308, 352].map((radius) => (
            <circle key={radius} cx={left + wide / 2} cy={290} r={radius} />
          ))}
        </g>
      )}
      {/* No ring crosses the words. */}
      <path d={`M0 34H${left - 12}V${GROUND}H0Z`} fill={NIGHT} />
      <path d={`M0 ${GROUND}H${WIDTH}V${HEIGHT}H0Z`} fill={BOARD} />
      <path d={`M0 ${GROUND}H${WIDTH}v10H0Z`} fill={CHALK} />
      {hangs && (
        <>
          <path d={`M0 22H${WIDTH}v12H0Z`} fill={CHALK} />
          <path d={`M${left + 84} 34v28m220-28v28`} stroke={CHALK} strokeWidth={5} />
        </>
      )}
      <g className="fh-numeral" fontSize={size}>
        <text x={LEFT - 3} y={64 + size * 0.82} fill={CHALK}>
          {lines[0]}
        </text>
        <text x={LEFT - 3} y={64 + size * (language === 'es' ? 1.78 : 1.68)} fill={metal}>
          {lines[1]}
        </text>
      </g>
      {others.map(({ id, templateId, mint, traits }) => {
        const width = WIDE[traits.tier] * scale
        const at = x
        x += width + GAP * scale
        return (
          <svg
            key={id}
            x={at}
            y={GROUND - width * 1.4}
            width={width}
            height={width * 1.4}
            viewBox="0 0 300 420"
            aria-hidden="true"
          >
            <Card deck={deck} templateId={templateId} mint={mint} cut="small" />
          </svg>
        )
      })}
      <svg x={left} y={top} width={wide} height={high} viewBox="0 0 300 420" aria-hidden="true">
        <Card deck={deck} templateId={best.templateId} mint={best.mint} />
      </svg>
      <path d={ROOF} fill="currentColor" transform={`translate(${LEFT} 568) scale(1.14)`} />
      <text className="fh-numeral" x={LEFT + 66} y={602} fontSize={40} fill={CHALK}>
        {name.toUpperCase()}
      </text>
      <path d={`M${rule} 571v34`} stroke={CHALK} strokeWidth={3} />
      <text className="fh-label" x={rule + 27} y={597} fontSize={24} fill={CHALK}>
        {note}
      </text>
    </svg>
  )
}
