import { Card, linkStyles, type Storey } from '@fieldhouse/design'
import { Island, listMark, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { capital, countOf, STOREYS } from '../../looks/storeys'
import s from './Home.module.css'
import { SeasonClock } from './islands/SeasonClock'
import { BLOG } from './partials'
import { homeTexts } from './texts'

const STEPS = ['packs', 'side', 'night'] as const
const WORDS = ['wax', 'wallet'] as const

interface FloorProps {
  storey: Storey
  /** From the ground floor, which is 1. */
  number: number
}

/** A floor, painted in its own colours, whatever the page's are. */
function Floor({ storey: { look, deck, Floor: Painted, cards, words }, number }: FloorProps) {
  const { language } = useTexts(homeTexts)
  const { sport, text, enter } = words[language]
  const { edition } = look
  return (
    <section
      className={`${s.floor} ${number % 2 === 1 ? s.mirrored : ''}`}
      data-floor={edition}
      aria-labelledby={`floor-${edition}`}
    >
      <Painted />
      <p className={s.storey} aria-hidden="true">
        {number}
      </p>
      <div className={s.enter}>
        <h2 id={`floor-${edition}`}>{capital(sport)}</h2>
        <p>{text}</p>
        <a className={linkStyles.large} href={`/${edition}`}>
          {enter}
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
  )
}

export const Home = () => <House storeys={STOREYS} />

/**
 * The front page: the building in section, roof, board and its floors.
 *
 * @param storeys from the ground up
 */
export function House({ storeys }: { storeys: readonly Storey[] }) {
  const { t, language } = useTexts(homeTexts)
  const { product } = useRoot().settings
  const floors = storeys.map((storey, index) => ({ storey, number: index + 1 }))
  const sides = storeys.map(({ words }, index) => {
    const { side, place } = words[language]
    return index === 0 ? t('how.side.first', { side: capital(side), place }) : `${side} ${place}`
  })
  return (
    <>
      <div className={s.roof}>
        <Truss />
        <div className={s.intro}>
          <h1>{t(`title.${countOf(storeys)}`)}</h1>
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
      {floors.toReversed().map(({ storey, number }) => (
        <Floor key={storey.look.edition} storey={storey} number={number} />
      ))}
      <section className={s.part} aria-labelledby="how">
        <h2 id="how">{t('how.title')}</h2>
        <ol className={s.steps}>
          {STEPS.map((step) => (
            <li key={step}>
              <h3>{t(`how.${step}.title`)}</h3>
              <p>{t(`how.${step}.text`, { sides: sides.join(', ') })}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={s.part} aria-labelledby="notebook">
        <h2 id="notebook">{t('posts.title')}</h2>
        <div>
          <ul className={s.posts}>{listMark('posts.latest')}</ul>
          <a className={linkStyles.text} href={BLOG}>
            {t('posts.all')}
          </a>
        </div>
      </section>
    </>
  )
}

/** The ellipse of the roof's outer chord, and how far below it the inner one runs, in units of the drawing. */
const ROOF = { centre: 720, bottom: 640, across: 900, up: 520 }
const DEEP = 58
const WEBS = 40

const round = (value: number) => Math.round(value)

/** A point of a chord, by how far along the drawing's width it is (0 to 1). */
const on = (along: number, below: number) => {
  const x = along * 1440
  const y = ROOF.bottom - ROOF.up * Math.sqrt(1 - ((x - ROOF.centre) / ROOF.across) ** 2)
  return `${round(x)} ${round(y + below)}`
}

const chord = (below: number) => `M${Array.from({ length: WEBS + 1 }, (_, index) => on(index / WEBS, below)).join('L')}`

const webs = `M${Array.from({ length: 2 * WEBS + 1 }, (_, index) => on(index / (2 * WEBS), index % 2 === 0 ? 0 : DEEP)).join('L')}`

/** The roof of the house, in section. */
const Truss = () => (
  <svg className={s.truss} viewBox="0 0 1440 420" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
    <path className={s.inside} d={`${chord(DEEP)}V420H0Z`} />
    <path className={s.web} d={webs} />
    <path className={s.inner} d={chord(DEEP)} />
    <path className={s.outer} d={chord(0)} />
  </svg>
)
