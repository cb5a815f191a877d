import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { RichText } from '@fieldhouse/i18n/rich-text'
import { Children, type ReactNode } from 'react'
import s from './LegalPage.module.css'

/** What the operator of the site decides about its rules: the texts take it from here. */
export const LEGAL = {
  /** When the rules were changed last. */
  updated: '2026-11-30',
  /** Age in whole years from which packs may be bought. */
  age: 18,
  /** Days after which a line of the access log is deleted (docs/operating.md, "What is logged of visitors"). */
  logDays: 30,
  /** Minutes after which an answer of Anchor that no page took is gone (docs/caddyfile.md, `age` of `link`). */
  answerMinutes: 30,
} as const

export const texts = defineTexts({
  en: {
    updated: 'Last changed on <time>{{date}}</time>',
    tag: 'Google’s tag',
    tagDoes:
      'Visits are counted with Google’s tag, those of visitors who agreed and nobody else’s. It tells Google which pages you open, from roughly where and with what kind of device. Before you agree nothing of it is loaded, and what Google learns is subject to Google’s rules.',
  },
  es: {
    updated: 'Último cambio: <time>{{date}}</time>',
    tag: 'La etiqueta de Google',
    tagDoes:
      'Las visitas se cuentan con la etiqueta de Google, solo las de quienes lo han aceptado. Le dice a Google qué páginas abres, más o menos desde dónde y con qué tipo de dispositivo. Hasta que lo aceptas no se carga nada de ella, y lo que Google sabe queda sujeto a las reglas de Google.',
  },
})

interface LegalSection {
  /** The fragment of its address. */
  id: string
  title: string
  /** Its paragraphs, or what stands instead of them. */
  body: readonly ReactNode[] | ReactNode
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
  const locale = language === 'es' ? 'es' : 'en-GB'
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(LEGAL.updated))
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
      {sections.map(({ id, title, body, ofTag }) => (
        <section key={id} aria-labelledby={id} {...(ofTag && { hidden: true, 'data-tag': 'on' })}>
          <h2 id={id}>{title}</h2>
          <div>{Array.isArray(body) ? Children.map(body, (paragraph) => <p>{paragraph}</p>) : body}</div>
        </section>
      ))}
    </article>
  )
}
