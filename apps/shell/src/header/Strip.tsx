import { useRemaining } from '@fieldhouse/chain-data'
import type { Look } from '@fieldhouse/contract'
import { Countdown, SeasonCountdown, ThemeSwitch } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { texts } from '../texts'
import { Editions } from './Editions'
import { Languages } from './Languages'
import s from './Strip.module.css'

/** The scoreboard above the bar: both countdowns, the floors, language and theme. */
export function Strip({ look }: { look: Look }) {
  const { t } = useTexts(texts)
  return (
    <div className={s.strip}>
      <Sale />
      <p className={s.season}>
        <Season />
      </p>
      <nav className={s.floors} aria-label={t('header.floors')}>
        <Editions look={look} />
      </nav>
      <div className={s.settings}>
        <Languages />
        <ThemeSwitch />
      </div>
    </div>
  )
}

/** 'Next sale in:' before the sale's start and 'Sale is live!' after it (specification, section 2, Sale banner). */
function Sale() {
  const { t } = useTexts(texts)
  const { settings } = useRoot()
  const remaining = useRemaining(settings.countdowns.sale)
  const label = t(remaining === 0 ? 'header.saleLive' : 'header.nextSale')
  return (
    <p className={s.sale}>
      <span className={remaining === null ? `${s.label} ${s.unknown}` : s.label}>{label}</span>{' '}
      <Countdown remaining={remaining} label={label} />
    </p>
  )
}

/** 'Season 3 starts in:', and at zero 'Season 3 is live'. */
export function Season() {
  const { t } = useTexts(texts)
  const { season, seasonNumber } = useRoot().settings.countdowns
  return (
    <SeasonCountdown
      remaining={useRemaining(season)}
      label={t('header.seasonStarts', { season: seasonNumber })}
      ended={t('header.seasonLive', { season: seasonNumber })}
    />
  )
}
