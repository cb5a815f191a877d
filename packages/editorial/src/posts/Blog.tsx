import { listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Posts.module.css'
import { FEED } from './partials'
import { texts } from './texts'

export interface BlogProps {
  title: string
  /** What it is for. */
  opening: string
}

/** All posts, newest first: the gateway has them. The newest is the lead story; those before the twenty newest are a line each. */
export function Blog({ title, opening }: BlogProps): ReactNode {
  const { t, language } = useTexts(texts)
  return (
    <>
      <section className={s.posts} aria-labelledby="posts">
        <div>
          <h1 id="posts">{title}</h1>
          {language !== FEED && <small className={s.language}>{t('listLanguage')}</small>}
        </div>
        <ul>{listMark('posts')}</ul>
      </section>
      <section className={s.earlier} aria-labelledby="earlier">
        <h2 id="earlier">{t('earlier')}</h2>
        <ul>{listMark('posts.earlier')}</ul>
      </section>
      <p className={s.about}>{opening}</p>
    </>
  )
}
