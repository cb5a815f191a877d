import { traitsOf } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { timesInWords } from '@fieldhouse/i18n/words'
import { basketballDeck } from '@fieldhouse/look-basketball'
import { CLOSER } from '../../facts'
import { playsOf, quartersOf, type Side } from '../../sides/sides'
import s from './OurSystem.module.css'
import { texts } from './texts'

/** What each card of a side did, quarter by quarter: rows and columns end at the same number. */
export function BoxScore({ side }: { side: Side }) {
  const { t, language } = useTexts(texts)
  const quarters = side[0].did.map((_, index) =>
    side.reduce((sum, placed) => sum + (quartersOf(placed)[index] ?? 0), 0),
  )
  return (
    <table className={s.score}>
      <caption>{t('score')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('place')}</th>
          {quarters.map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a quarter is its place.
            <th key={index} scope="col" aria-label={t('quarter', { quarter: index + 1 })}>
              <i>Q</i>
              {index + 1}
            </th>
          ))}
          <th scope="col">{t('night')}</th>
        </tr>
      </thead>
      <tbody>
        {side.map((placed, at) => {
          const { position, team } = traitsOf(basketballDeck, placed.templateId)
          return (
            <tr key={placed.templateId}>
              <th scope="row">
                {position} <span>{team.name}</span>
              </th>
              {quartersOf(placed).map((points, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a quarter is its place.
                <td key={index}>
                  {points}
                  {at === 0 && index === quarters.length - 1 && (
                    <abbr title={t('twice', { closer: timesInWords(CLOSER, language) })}>{`×${CLOSER}`}</abbr>
                  )}
                </td>
              ))}
              <td>{playsOf(placed)}</td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('all')}</th>
          {quarters.map((points, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a quarter is its place.
            <td key={index}>{points}</td>
          ))}
          <td>{quarters.reduce((sum, points) => sum + points, 0)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
