import { linkStyles } from '@fieldhouse/design'
import { Island, itemMarks, listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import gate from './Gate.module.css'
import s from './Home.module.css'
import { Gate } from './islands/Gate'
import { homeTexts } from './texts'

const STEPS = ['packs', 'side', 'night'] as const
const WORDS = ['wax', 'wallet'] as const

/** Of all editions, as the gateway knows them. */
const marks = itemMarks('floors', 'blog')

/** The front page: the building in section, its roof with the gate that hangs from it, and its floors. */
export function Home() {
  const { t } = useTexts(homeTexts)
  return (
    <>
      <div className={s.house} data-floors={marks.floors}>
        <div className={s.roof}>
          <Truss />
          {listMark('floors.count')}
          <p className={s.text}>{t('text')}</p>
          <nav className={s.lift} aria-label={t('floors')}>
            {listMark('floors.lift')}
          </nav>
        </div>
        <section className={gate.gate} aria-labelledby="gate">
          <h2 id="gate" className="fh-hidden">
            {t('gate.title')}
          </h2>
          <ul>{listMark('drops.open')}</ul>
          <Island of={Gate} when="sight" props={{}} />
        </section>
        <div className={s.floors}>{listMark('floors')}</div>
      </div>
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
        <dl className={s.words}>
          {WORDS.map((word) => (
            <div key={word}>
              <dt>{t(`words.${word}.name`)}</dt>
              <dd>{t(`words.${word}.text`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={s.part} aria-labelledby="notebook">
        <h2 id="notebook">{t('posts.title')}</h2>
        <div>
          <ul className={s.posts}>{listMark('posts.latest')}</ul>
          <a className={linkStyles.text} href={marks.blog}>
            {t('posts.all')}
          </a>
        </div>
      </section>
    </>
  )
}

/** The roof's two chords in units of the drawing, 1440 wide: from the crown of the one to the ends of the other. */
const CROWN = 22
const RISE = 116
const DEEP = 44
const WEBS = 72

const arc = (below: number) => `M0 ${CROWN + RISE + below}Q720 ${CROWN - RISE + below} 1440 ${CROWN + RISE + below}`

/** A point of the web, by turns on the lower and the upper chord. */
const knot = (index: number) => {
  const along = index / WEBS
  const y = CROWN + RISE * (2 * along - 1) ** 2 + (index % 2 === 0 ? DEEP : 0)
  return `${along * 1440} ${Math.round(y)}`
}

const webs = `M${Array.from({ length: WEBS + 1 }, (_, index) => knot(index)).join('L')}`

/** The roof of the house, in section. Under it nothing is seen of the cables, which end there. */
const Truss = () => (
  <svg className={s.truss} viewBox="0 0 1440 190" aria-hidden="true">
    <path className={s.sky} d={`${arc(DEEP)}V0H0Z`} />
    <path className={s.web} d={webs} />
    <path className={s.inner} d={arc(DEEP)} />
    <path className={s.outer} d={arc(0)} />
  </svg>
)
