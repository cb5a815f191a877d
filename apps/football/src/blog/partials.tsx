import type { Partials } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { BLOG } from '../paths'
import { FEED, postMarks } from './fields'
import s from './Posts.module.css'
import { texts } from './texts'

function Listed() {
  const { t } = useTexts(texts)
  const { slug, title, excerpt, category, publishedAt, day, month, minutes } = postMarks()
  return (
    <li className={s.post}>
      <time dateTime={publishedAt}>
        <b className={s.day}>{day}</b> {month}
      </time>
      <div lang={FEED}>
        <h3>
          <a href={`${BLOG}/${slug}`}>{title}</a>
        </h3>
        <p>{excerpt}</p>
      </div>
      <p className={s.about}>
        <b lang={FEED}>{category}</b> <span>{t('minutes', { minutes })}</span>
      </p>
    </li>
  )
}

function Earlier({ opensMonth }: { opensMonth?: true }) {
  const { slug, title, publishedAt, publishedText, month, year } = postMarks()
  return (
    <li className={opensMonth && s.month} data-month={opensMonth && `${month} ${year}`}>
      <a href={`${BLOG}/${slug}`} lang={FEED}>
        {title}
      </a>{' '}
      <time dateTime={publishedAt}>{publishedText}</time>
    </li>
  )
}

function Nothing({ text }: { text: 'empty' | 'unread' }) {
  const { t } = useTexts(texts)
  return <li className={s.nothing}>{t(text)}</li>
}

function Neighbour({ which }: { which: 'older' | 'newer' }) {
  const { t } = useTexts(texts)
  const { slug, title } = postMarks()
  return (
    <a className={s[which]} href={`${BLOG}/${slug}`}>
      <small>{t(which)}</small> <span lang={FEED}>{title}</span>
    </a>
  )
}

/** Of the list of posts, and of those before and after one. */
export const postPartials: Partials = {
  posts: {
    post: () => <Listed />,
    empty: () => <Nothing text="empty" />,
    unread: () => <Nothing text="unread" />,
  },
  'posts.earlier': {
    post: () => <Earlier />,
    'post-month': () => <Earlier opensMonth />,
  },
  'posts.neighbours': {
    older: () => <Neighbour which="older" />,
    newer: () => <Neighbour which="newer" />,
  },
}
