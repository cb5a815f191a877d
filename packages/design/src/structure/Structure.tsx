import { formatNumber, useTexts } from '@fieldhouse/i18n'
import { Card, LAYERS } from '../card/Card'
import type { Deck } from '../card/deck'
import { traitsOf } from '../card/deck'
import { TierPips } from '../card/TierMarks'
import { cardTexts } from '../card/texts'
import { SUPPLY, TIERS } from '../card/tier'
import type { EditionLook } from '../look'
import { openingStyles, Section } from '../section/Section'
import s from './structure.module.css'
import { texts } from './texts'

interface AnatomyProps {
  deck: Deck
  /** The card that is taken apart: one of a tier with echoes. */
  templateId: number
  mint: number
}

/** A card layer by layer, each drawn on those before it: the page's first screen. */
export function Anatomy({ deck, templateId, mint }: AnatomyProps) {
  const { t } = useTexts(texts)
  return (
    <header className={`${openingStyles.opening} ${s.opening}`}>
      <h1 className={openingStyles.title}>{t('title')}</h1>
      <p className={openingStyles.text}>{t('opening')}</p>
      <ol>
        {LAYERS.map((layer) => (
          <li key={layer}>
            <div aria-hidden={layer !== 'cut'}>
              <Card deck={deck} templateId={templateId} mint={mint} upTo={layer} />
            </div>
            <p>
              <b>{t(`layer.${layer}`)}</b> <span>{t(`layer.${layer}Text`)}</span>
            </p>
          </li>
        ))}
      </ol>
    </header>
  )
}

interface TiersProps {
  look: EditionLook
  deck: Deck
  /** One of each tier, the plainest first: template ids, and the copy shown. */
  cards: readonly { templateId: number; mint: number }[]
}

/** The tiers side by side, larger the rarer. */
export function Tiers({ look, deck, cards }: TiersProps) {
  const { t } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  return (
    <Section id="tiers" look={look} index={1} title={t('tiers')} text={t('tiersText')}>
      <ul className={s.tiers}>
        {cards.map(({ templateId, mint }) => {
          const { tier } = traitsOf(deck, templateId)
          return (
            <li key={templateId}>
              <Card deck={deck} templateId={templateId} mint={mint} />
              <TierPips tier={tier} />
              <h3>{card(`tier${tier}`)}</h3>
              <p>{t(`tier.t${tier}`)}</p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Copies that a square stands for: all there are of the rarest. */
const UNIT = Math.min(...Object.values(SUPPLY))
const PER_ROW = 24
const PITCH = 10
const ROWS = Math.ceil(Math.max(...Object.values(SUPPLY)) / UNIT / PER_ROW)

/** Squares from the bottom up, the rows as dashed lines: the last one as long as it has squares. */
function squares(copies: number): string {
  const count = copies / UNIT
  return Array.from({ length: Math.ceil(count / PER_ROW) }, (_, row) => {
    const length = Math.min(PER_ROW, count - row * PER_ROW) * PITCH
    return `M0 ${(ROWS - row) * PITCH - 4}H${length}`
  }).join('')
}

/** How many copies there are of a card, by its tier, in squares of one scale. */
export function Supply({ look }: { look: EditionLook }) {
  const { t, language } = useTexts(texts)
  const { t: card } = useTexts(cardTexts)
  return (
    <Section id="supply" look={look} index={2} title={t('supply')} text={t('supplyText', { unit: UNIT })}>
      <ol className={s.supply}>
        {TIERS.map((tier) => (
          <li key={tier}>
            <svg viewBox={`0 0 ${PER_ROW * PITCH} ${ROWS * PITCH}`} aria-hidden="true">
              <path d={squares(SUPPLY[tier])} />
            </svg>
            <h3>{card(`tier${tier}`)}</h3>
            <p>
              <b aria-hidden="true">{formatNumber(SUPPLY[tier], language)}</b>
              <span className="fh-hidden">{t('copies', { copies: formatNumber(SUPPLY[tier], language) })}</span>
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
