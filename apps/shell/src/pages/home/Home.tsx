import { Card, linkStyles, SectionHead } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import s from './Home.module.css'
import { homeTexts } from './texts'

/** Both floors, and the rarest card that stands on each. */
const FLOORS = [
  {
    sport: 'football',
    look: football,
    Floor: FootballFloor,
    deck: footballDeck,
    card: { templateId: 737636, mint: 7 },
  },
  {
    sport: 'basketball',
    look: basketball,
    Floor: BasketballFloor,
    deck: basketballDeck,
    card: { templateId: 726489, mint: 3 },
  },
] as const

const STEPS = ['packs', 'side', 'night'] as const

/** The front page: one building, two floors. Each floor is painted in its own colours, whatever the page's are. */
export function Home() {
  const { t } = useTexts(homeTexts)
  const { product } = useRoot().settings
  return (
    <>
      <div className={s.intro}>
        <h1>{t('title')}</h1>
        <p>{t('text', { product })}</p>
      </div>
      <div className={s.floors}>
        {FLOORS.map(({ sport, look, Floor, deck, card }) => (
          <section key={sport} className={s.floor} data-floor={sport} aria-labelledby={`floor-${sport}`}>
            <Floor />
            <div className={s.inside}>
              <h2 id={`floor-${sport}`}>{t(`${sport}.name`)}</h2>
              <p className={s.number} aria-hidden="true">
                {look.side}
              </p>
              <div className={s.say}>
                <p>{t(`${sport}.text`)}</p>
                <a className={linkStyles.large} href={`/${sport}`}>
                  {t(`${sport}.enter`)}
                </a>
              </div>
              {/* After the text: it stands at the foot of its rows, which a page that is still being read has not all. */}
              <div className={s.card}>
                <Card deck={deck} {...card} />
              </div>
            </div>
          </section>
        ))}
      </div>
      <section className={s.how} aria-labelledby="how">
        <SectionHead id="how" look={football} index={1} title={t('how.title')}>
          {t('how.text')}
        </SectionHead>
        <ol className={s.steps}>
          {STEPS.map((step) => (
            <li key={step}>
              <h3>{t(`how.${step}.title`)}</h3>
              <p>{t(`how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
