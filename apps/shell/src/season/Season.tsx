import { useRemaining } from '@fieldhouse/chain-data'
import { SeasonCountdown } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'

const seasonTexts = defineTexts({
  en: { starts: 'Season {{season}} starts in:', live: 'Season {{season}} is live' },
  es: { starts: 'La temporada {{season}} empieza en:', live: 'Temporada {{season}} en juego' },
})

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
