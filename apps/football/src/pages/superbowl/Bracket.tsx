import { useTexts } from '@fieldhouse/i18n'
import { FINALISTS, SEASON } from '../../facts'
import s from './SuperBowl.module.css'
import { texts } from './texts'

/**
 * Who meets whom in the first round, by place: the first the last, so that the first two can meet in the final alone. The
 * first half of the pairs stands on the left of the field.
 */
export function pairs(sides: number = FINALISTS): (readonly [number, number])[] {
  let order = [1]
  while (order.length < sides) {
    const size = order.length * 2
    order = order.flatMap((place) => [place, size + 1 - place])
  }
  return Array.from({ length: sides / 2 }, (_, index) => [order[2 * index] as number, order[2 * index + 1] as number])
}

const WIRES = 'M200 25H230V50H260M200 75H230V50M400 50H440M560 50H600M740 50H770V25H800M770 50V75H800'

/** The rounds after the season, on the field: the first on the left and the right, the cup at midfield. */
export function Bracket() {
  const { t } = useTexts(texts)
  const side = (place: number) => (place > SEASON.byPoints ? t('drawn') : t('seed', { seed: place }))
  const later = (round: string) => t('later', { round, count: SEASON.weeksBetweenRounds })
  return (
    <div className={s.bracket}>
      <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={WIRES} />
      </svg>
      <div className={s.quarters}>
        <h3>{t('quarters')}</h3>
        <ol>
          {pairs().map(([one, other]) => (
            <li key={one}>
              <b>{side(one)}</b>
              <span>{side(other)}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className={s.semis}>
        <h3>{later(t('semis'))}</h3>
        <ol>
          {['left', 'right'].map((half) => (
            <li key={half}>
              <span>{t('winner')}</span>
              <span>{t('winner')}</span>
            </li>
          ))}
        </ol>
      </div>
      <div className={s.cup}>
        <h3>{later(t('final'))}</h3>
        <p>
          {t('champion')} <b aria-hidden="true">?</b>
        </p>
      </div>
    </div>
  )
}
