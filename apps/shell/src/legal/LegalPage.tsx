import { useTexts } from '@fieldhouse/i18n'
import { RichText } from '@fieldhouse/i18n/rich-text'
import { Children, type ReactNode } from 'react'
import { LEGAL } from './facts'
import s from './LegalPage.module.css'
import { texts } from './texts'

export interface LegalSection {
  /** The fragment of its address. */
  id: string
  title: string
  /** Its paragraphs, or what stands instead of them. */
  says: readonly ReactNode[] | ReactNode
  /** It stands there only on a site with Google's tag: the gateway's own style then shows it. */
  ofTag?: boolean
}

/** Rules in plain words: what each is about stands beside what it says. */
export function LegalPage({
  title,
  opening,
  sections,
}: {
  title: string
  opening: ReactNode
  sections: readonly LegalSection[]
}) {
  const { language } = useTexts(texts)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(LEGAL.updated))
  return (
    <article className={s.page}>
      <header>
        <h1>{title}</h1>
        <p>{opening}</p>
        <p className={s.updated}>
          <RichText
            texts={texts}
            text="updated"
            parts={{ time: (words) => <time dateTime={LEGAL.updated}>{words}</time> }}
            values={{ date }}
          />
        </p>
      </header>
      {sections.map(({ id, title, says, ofTag }) => (
        <section key={id} aria-labelledby={id} {...(ofTag && { hidden: true, 'data-tag': 'on' })}>
          <h2 id={id}>{title}</h2>
          <div>{Array.isArray(says) ? Children.map(says, (paragraph) => <p>{paragraph}</p>) : says}</div>
        </section>
      ))}
    </article>
  )
}
