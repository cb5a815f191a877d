import { openingStyles } from '@fieldhouse/design'
import { listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Posts.module.css'
import { texts } from './texts'

export interface BlogProps {
  title: string
  /** What it is for. */
  opening: string
  floor: ReactNode
  card: ReactNode
}

/** All posts, below what the blog is for. */
export function Blog({ title, opening, floor, card }: BlogProps): ReactNode {
  return (
    <>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        {floor}
        <h1 className={openingStyles.title}>{title}</h1>
        <p className={openingStyles.text}>{opening}</p>
        <div className={s.card}>{card}</div>
      </header>
      <Posts />
    </>
  )
}

/** All posts, newest first: the gateway has them. Those before the newest are a line each. */
function Posts() {
  const { t } = useTexts(texts)
  return (
    <>
      <section className={s.posts} aria-labelledby="posts">
        <h2 id="posts">{t('posts')}</h2>
        <ul>{listMark('posts')}</ul>
      </section>
      <section className={`${s.posts} ${s.earlier}`} aria-labelledby="earlier">
        <h2 id="earlier">{t('earlier')}</h2>
        <ul>{listMark('posts.earlier')}</ul>
      </section>
    </>
  )
}
