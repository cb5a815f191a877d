import type { Drop } from '@fieldhouse/chain-data'
import { cardTexts } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { percent, tierNamed } from '../odds/chances'
import { formTexts } from './form-texts'

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
              const tier = tierNamed(name)
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
