import { Card, openingStyles, Section } from '@fieldhouse/design'
import { definePage } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { countInWords } from '@fieldhouse/i18n/words'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import { LEARN_MORE } from '@fieldhouse/standard-pages'
import { InnerPage } from '../../edition'
import { FINALISTS, SEASON } from '../../facts'
import { cardPoints, PLAIN, SIDE, type Side, sumOf } from '../../sides/sides'
import { Bracket } from './Bracket'
import { FINAL } from './example'
import s from './SuperBowl.module.css'
import { texts } from './texts'

/** The final: a scoreboard, the way to it, and what is shown of the sides. */
function SuperBowl() {
  const { t, language } = useTexts(texts)
  const number = (count: number) => countInWords(count, language)
  return (
    <InnerPage next="daily-fantasy">
      <Scoreboard />
      <section className={`${openingStyles.opening} ${s.field}`} aria-labelledby="bracket">
        <FootballFloor />
        <h2 id="bracket" className="fh-hidden">
          {t('bracket')}
        </h2>
        <Bracket />
      </section>
      <Section
        id="road"
        look={football}
        index={3}
        title={t('road')}
        text={t('roadText', { finalists: number(FINALISTS) })}
      >
        <ol className={s.road}>
          <li>
            <b>{SEASON.nights}</b> <p>{t('nights')}</p>
          </li>
          <li>
            <b>{SEASON.counting}</b> <p>{t('counting')}</p>
          </li>
          <li>
            <b>{FINALISTS}</b>{' '}
            <p>{t('finalists', { ...SEASON, byPoints: number(SEASON.byPoints), byDraw: number(SEASON.byDraw) })}</p>
          </li>
          <li>
            <b>1</b> <p>{t('last')}</p>
          </li>
        </ol>
      </Section>
      <Section id="open" look={football} index={4} title={t('open')} text={t('openText', { count: SEASON.openHours })}>
        <div className={s.sides}>
          <LineUp name={t(`side${FINAL[0]}`)} side={SIDE} />
          <LineUp name={t(`side${FINAL[1]}`)} side={PLAIN} />
        </div>
      </Section>
    </InnerPage>
  )
}

function Scoreboard() {
  const { t } = useTexts(texts)
  const [points, others] = [sumOf(SIDE).total, sumOf(PLAIN).total]
  return (
    <header className={s.board}>
      <div className={s.head}>
        <h1>{t('title')}</h1>
        <b>{t('example')}</b>
      </div>
      <div className={s.score}>
        <span className="fh-hidden">
          {t('score', { one: t(`side${FINAL[0]}`), points, other: t(`side${FINAL[1]}`), others })}
        </span>
        <b aria-hidden="true">{t(`side${FINAL[0]}`)}</b>
        <Digits of={points} />
        <Digits of={others} />
        <b aria-hidden="true">{t(`side${FINAL[1]}`)}</b>
      </div>
      <p className={s.text}>{t('opening')}</p>
    </header>
  )
}

function Digits({ of }: { of: number }) {
  const digits = [...String(of)].map((digit, index) => ({ digit, place: `${index}` }))
  return (
    <span className={s.digits} aria-hidden="true">
      {digits.map(({ digit, place }) => (
        <i key={place}>{digit}</i>
      ))}
    </span>
  )
}

function LineUp({ name, side }: { name: string; side: Side }) {
  const { t } = useTexts(texts)
  const { total, ...parts } = sumOf(side)
  return (
    <div>
      <h3>
        {name} <b>{total}</b>
      </h3>
      <ul>
        {side.map((placed) => (
          <li key={placed.templateId}>
            <Card deck={footballDeck} templateId={placed.templateId} mint={placed.mint} cut="small" />
            <b>{cardPoints(placed)}</b>
          </li>
        ))}
      </ul>
      <p>{t('parts', parts)}</p>
    </div>
  )
}

export const page = definePage({
  path: '/football/superbowl',
  look: 'football',
  menu: {
    group: LEARN_MORE,
    place: 6,
    name: { en: 'SuperBowl', es: 'SuperBowl' },
    text: { en: 'One night, one champion', es: 'Una noche, un campeón' },
  },
  title: { en: 'SuperBowl', es: 'SuperBowl' },
  description: {
    en: 'The final of our invented league: one night, every lineup on show.',
    es: 'La final de nuestra liga inventada: una noche, con todas las alineaciones a la vista.',
  },
  Main: SuperBowl,
})
