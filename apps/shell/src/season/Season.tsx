import { useRemaining } from '@fieldhouse/chain-data'
import { SeasonCountdown } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { seasonTexts } from './texts'

/** 'Season 3 starts in:', and at zero 'Season 3 is live' (specification, section 2). */
export function Season() {
  const { t } = useTexts(seasonTexts)
  const { season, seasonNumber } = useRoot().settings.countdowns
  return (
    <SeasonCountdown
      remaining={useRemaining(season)}
      label={t('starts', { season: seasonNumber })}
      ended={t('live', { season: seasonNumber })}
    />
  )
}
