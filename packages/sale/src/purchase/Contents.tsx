import type { Drop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import { cardTexts } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { type TextKey, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { formTexts } from './form-texts'

/** The tiers by the names that the chain's rows have for them. */
const TIER_NAMES = new Map<string, TextKey<typeof cardTexts>>([
  ['common', 'tier1'],
  ['uncommon', 'tier2'],
  ['rare', 'tier3'],
  ['epic', 'tier4'],
  ['legendary', 'tier5'],
])

/** Basis points as a percentage: `3.3%`, in Spanish `3,3 %`, whose space breaks no line. */
const percent = (bps: number, language: Language): string =>
  language === 'es' ? `${String(bps / 100).replace('.', ',')}\u00a0%` : `${bps / 100}%`

/** What is in a pack, as its row says: the description, and how likely a card of each tier is. */
export function Contents({ drop }: { drop: Drop }): ReactNode {
  const { t } = useTexts(formTexts)
  const { t: card } = useTexts(cardTexts)
  const { language } = useRoot().page
  const odds = Object.entries(drop.odds)
  return (
    <div>
      <p>{drop.description}</p>
      {odds.length > 0 && (
        <>
          <small>{t('odds')}</small>
          <dl>
            {odds.map(([name, bps]) => {
              const tier = TIER_NAMES.get(name)
              return (
                <div key={name}>
                  <dt>{tier ? card(tier) : name}</dt>
                  <dd>{percent(bps, language)}</dd>
                </div>
              )
            })}
          </dl>
        </>
      )}
    </div>
  )
}
