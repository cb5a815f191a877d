import { Card, linkStyles } from '@fieldhouse/design'
import { Island, listMark, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { BasketballFloor, basketball, basketballDeck } from '@fieldhouse/look-basketball'
import { FootballFloor, football, footballDeck } from '@fieldhouse/look-football'
import s from './Home.module.css'
import { SeasonClock } from './islands/SeasonClock'
import { Truss } from './Truss'
import { homeTexts } from './texts'

/** Both floors from the upper one down, and the cards that stand on each, the rarest first: others than open the editions' pages. */
const FLOORS = [
  {
    sport: 'basketball',
    look: basketball,
    storey: 2,
    Floor: BasketballFloor,
    deck: basketballDeck,
    cards: [
      { templateId: 700395, mint: 3 },
      { templateId: 700164, mint: 118 },
      { templateId: 700136, mint: 590 },
    ],
  },
  {
    sport: 'football',
    look: football,
    storey: 1,
    Floor: FootballFloor,
    deck: footballDeck,
    cards: [
      { templateId: 700360, mint: 7 },
      { templateId: 700192, mint: 41 },
      { templateId: 700031, mint: 312 },
    ],
  },
] as const

const STEPS = ['packs', 'side', 'night'] as const
const WORDS = ['wax', 'wallet'] as const

/** The front page: the building in section, roof, board and two floors. Each floor is painted in its own colours, whatever the page's are. */
export function Home() {
  const { t } = useTexts(homeTexts)
  const { product } = useRoot().settings
  return (
    <>
      <div className={s.roof}>
        <Truss />
        <div className={s.say}>
          <h1>{t('title')}</h1>
          <p>{t('text', { product })}</p>
          <dl>
            {WORDS.map((word) => (
              <div key={word}>
                <dt>{t(`words.${word}.name`)}</dt>
                <dd>{t(`words.${word}.text`)}</dd>
              </div>
            ))}
          </dl>
        </div>
        <section className={s.board} aria-labelledby="board">
          <h2 id="board">{t('board.title')}</h2>
          <ul>{listMark('drops.open')}</ul>
          <div className={s.season}>
            <Island of={SeasonClock} when="sight" props={{}} />
          </div>
        </section>
      </div>
      {FLOORS.map(({ sport, look, storey, Floor, deck, cards }) => (
        <section
          key={sport}
          className={`${s.floor} ${storey === 1 ? s.mirrored : ''}`}
          data-floor={sport}
          aria-labelledby={`floor-${sport}`}
        >
          <Floor />
          <p className={s.storey} aria-hidden="true">
            {storey}
          </p>
          <div className={s.enter}>
            <h2 id={`floor-${sport}`}>{t(`${sport}.name`)}</h2>
            <p>{t(`${sport}.text`)}</p>
            <a className={linkStyles.large} href={`/${sport}`}>
              {t(`${sport}.enter`)}
            </a>
          </div>
          <p className={s.number} aria-hidden="true">
            {look.side}
          </p>
          <div className={s.cards}>
            {cards.map((card) => (
              <div key={card.templateId}>
                <Card deck={deck} {...card} />
              </div>
            ))}
          </div>
        </section>
      ))}
      <section className={s.part} aria-labelledby="how">
        <h2 id="how">{t('how.title')}</h2>
        <ol className={s.steps}>
          {STEPS.map((step) => (
            <li key={step}>
              <h3>{t(`how.${step}.title`)}</h3>
              <p>{t(`how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={s.part} aria-labelledby="notebook">
        <h2 id="notebook">{t('posts.title')}</h2>
        <div>
          <ul className={s.posts}>{listMark('posts.latest')}</ul>
          <a className={linkStyles.text} href="/football/blog">
            {t('posts.all')}
          </a>
        </div>
      </section>
    </>
  )
}
