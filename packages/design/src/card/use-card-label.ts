import { useTexts } from '@fieldhouse/i18n'
import type { Deck } from './deck'
import { cardTexts } from './texts'
import { SUPPLY } from './tier'
import { traitsOf } from './traits'

/** Gives, for a copy of a card, the tier's name and the sentence that says what the card shows. */
export function useCardLabel(deck: Deck) {
  const { t } = useTexts(cardTexts)
  return (templateId: number, mint: number) => {
    const { tier, team, position, number } = traitsOf(deck, templateId)
    const tierName = t(`tier${tier}`)
    const label = t('label', { tier: tierName, team: team.name, position, number, mint, supply: SUPPLY[tier] })
    return { tier, tierName, label }
  }
}
