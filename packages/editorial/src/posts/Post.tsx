import { openingStyles, SiteLink } from '@fieldhouse/design'
import { listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Post.module.css'
import posts from './Posts.module.css'
import { FEED, postMarks } from './partials'
import { texts } from './texts'

/** The margin is a hundred yards long, with a mark at every second, and reading is a way down it. */
const MARKS = Array.from({ length: 51 }, (_, index) => `M${index % 5 ? 44 : 24} ${index * 20}H74`).join('')
const TENS = [10, 20, 30, 40, 50, 60, 70, 80, 90]

export interface PostProps {
  /** Where the posts are listed. */
  blog: string
  floor: ReactNode
  /** Beside the text. */
  card: ReactNode
}

/** An article: its title on the floor, its text as the feed has it, and the ways on. */
export function Post({ blog, floor, card }: PostProps): ReactNode {
  const { t, language } = useTexts(texts)
  const { title, author, category, publishedAt, publishedText, minutes, link } = postMarks()
  return (
    <>
      <header className={openingStyles.field}>
        {floor}
        <div className={s.head}>
          <p className={s.way}>
            <a href={blog}>{t('blog')}</a> <span lang={FEED}>{category}</span>
          </p>
          <h1 lang={FEED}>{title}</h1>
          <p className={s.about}>
            <time dateTime={publishedAt}>{publishedText}</time> <b lang={FEED}>{author}</b>{' '}
            <span>{t('minutes', { minutes })}</span>
            {language !== FEED && <span> {t('postLanguage')}</span>}
          </p>
        </div>
      </header>
      <div className={s.page}>
        <div className={s.scale} aria-hidden="true">
          <div>
            <svg viewBox="0 0 74 1000" preserveAspectRatio="none" aria-hidden="true">
              <path d={MARKS} />
            </svg>
            {TENS.map((yard) => (
              <b key={yard}>{yard}</b>
            ))}
            <i />
          </div>
        </div>
        <div className={s.content} lang={FEED} data-slot="content" />
        <aside className={s.aside}>
          <div className={s.card}>{card}</div>
          <p>
            {t('elsewhere')}{' '}
            <SiteLink external href={link}>
              {t('there')}
            </SiteLink>
          </p>
        </aside>
      </div>
      <aside className={s.pack} aria-label={t('pack')}>
        {listMark('posts.pack')}
      </aside>
      <nav className={posts.neighbours} aria-label={t('more')}>
        {listMark('posts.neighbours')}
      </nav>
    </>
  )
}
