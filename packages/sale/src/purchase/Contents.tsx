import type { Drop } from '@fieldhouse/chain-data'
import type { Language } from '@fieldhouse/contract'
import { cardTexts, TIERS } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { formTexts } from './form-texts'

/** The chain's rows' names of the tiers, from the plainest. */
const TIER_NAMES = ['common', 'uncommon', 'rare', 'epic', 'legendary']

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
              const tier = TIERS[TIER_NAMES.indexOf(name)]
              return (
                <div key={name}>
                  <dt>{tier ? card(`tier${tier}`) : name}</dt>
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
