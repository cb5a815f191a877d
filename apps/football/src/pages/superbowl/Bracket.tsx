import { useTexts } from '@fieldhouse/i18n'
import { SEASON } from '../../facts'
import { FINAL, QUARTERS, type Result, SEMIS } from './example'
import s from './SuperBowl.module.css'
import { texts } from './texts'

const WIRES = 'M200 25H230V50H260M200 75H230V50M400 50H440M560 50H600M740 50H770V25H800M770 50V75H800'

/** The rounds after the season as one could go, on the field: the first on the left and the right, the cup at midfield. */
export function Bracket() {
  const { t } = useTexts(texts)
  const later = (round: string) => t('later', { round, count: SEASON.weeksBetweenRounds })
  return (
    <div className={s.bracket}>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={WIRES} />
      </svg>
      <div className={s.quarters}>
        <h3>{t('quarters')}</h3>
        <Results of={QUARTERS} />
      </div>
      <div className={s.semis}>
        <h3>{later(t('semis'))}</h3>
        <Results of={SEMIS} />
      </div>
      <div className={s.cup}>
        <h3>{later(t('final'))}</h3>
        <p>
          {t('champion')} <b>{t(`side${FINAL[0]}`)}</b>
        </p>
      </div>
    </div>
  )
}

/** Who met, as they stand in the draw: the winner filled, the loser struck out. */
function Results({ of }: { of: readonly Result[] }) {
  const { t } = useTexts(texts)
  return (
    <ol>
      {of.map((result) => (
        <li key={result[0].side}>
          {result.map(({ side, points }, index) => {
            const Told = points > (result[1 - index]?.points ?? 0) ? 'b' : 's'
            return (
              <Told key={side}>
                {t(`side${side}`)} <span>{points}</span>
              </Told>
            )
          })}
        </li>
      ))}
    </ol>
  )
}
