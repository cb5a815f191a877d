import { listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import s from './Posts.module.css'
import { texts } from './texts'

/** All posts, newest first: the gateway has them. Those before the newest are a line each. */
export function Posts() {
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
