import { useTexts } from '@fieldhouse/i18n'
import { Card } from '../card/Card'
import type { Deck } from '../card/deck'
import { TierPips } from '../card/TierPips'
import { cardTexts } from '../card/texts'
import { traitsOf } from '../card/traits'
import type { EditionLook } from '../look'
import { Section } from '../section/Section'
import s from './structure.module.css'
import { texts } from './texts'

export interface TiersProps {
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
