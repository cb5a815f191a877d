import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { SiteLink } from '../link/SiteLink'
import s from './Questions.module.css'

const texts = defineTexts({
  en: {
    subjects: 'Subjects',
    notHere: 'Not here?',
    ask: 'Ask on Discord',
    link: 'Link to this answer',
    rest: 'More answers',
  },
  es: {
    subjects: 'Temas',
    notHere: '¿No está?',
    ask: 'Pregunta en Discord',
    link: 'Enlace a esta respuesta',
    rest: 'Más respuestas',
  },
})

export interface Question {
  /** The fragment of its answer's address, the same in every language. */
  id: string
  question: string
  /** Its answer, by paragraphs. */
  answer: readonly string[]
  /** Where more of it is told. */
  more?: { href: string; name: string }
}

interface QuestionsProps {
  /** The page's path: what stands before the fragment of an answer's address. */
  path: string
  groups: readonly { id: string; name: string; questions: readonly Question[] }[]
  /** Where what is not answered here can be asked. */
  community: string
}

/**
 * Questions by subject, each answer with an address of its own: it is inside of what opens, so that browsers open it for its
 * fragment. Search engines read them as a FAQPage of schema.org, from the same markup.
 */
export function Questions({ path, groups, community }: QuestionsProps) {
  const { t } = useTexts(texts)
  return (
    <div className={s.questions} itemScope itemType="https://schema.org/FAQPage">
      <nav aria-label={t('subjects')}>
        <ul>
          {groups.map(({ id, name, questions }) => (
            <li key={id}>
              <a href={`#${id}`}>
                {name} <b>{questions.length}</b>
              </a>
            </li>
          ))}
        </ul>
        <p>
          {`${t('notHere')} `}
          <SiteLink external href={community}>
            {t('ask')}
          </SiteLink>
        </p>
      </nav>
      <div className={s.list}>
        {groups.map(({ id, name, questions }) => (
          <section key={id} aria-labelledby={id}>
            <h2 id={id}>{name}</h2>
            {questions.map((question) => (
              <Answer key={question.id} path={path} {...question} />
            ))}
          </section>
        ))}
        <section hidden data-rest="">
          <h2>{t('rest')}</h2>
        </section>
      </div>
    </div>
  )
}

function Answer({ path, id, question, answer, more }: Question & { path: string }) {
  const { t } = useTexts(texts)
  return (
    <details itemProp="mainEntity" itemScope itemType="https://schema.org/Question">
      <summary itemProp="name">{question}</summary>
      <div id={id} tabIndex={-1} itemProp="acceptedAnswer" itemScope itemType="https://schema.org/Answer">
        <div itemProp="text">
          {answer.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <p className={s.links}>
          {more && <a href={more.href}>{more.name}</a>}
          <a href={`#${id}`} aria-label={`${t('link')}: ${path}#${id}`}>{`${path}#${id}`}</a>
        </p>
      </div>
    </details>
  )
}
