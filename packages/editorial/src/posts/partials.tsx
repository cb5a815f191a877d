import { itemMarks, type Partials } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import s from './Posts.module.css'
import { texts } from './texts'

/** The language that the feed is written in, whatever the page's is. */
export const FEED = 'en'

/** The fields of a post as marks (docs/edition-contract.md, "Lists the gateway knows"). */
export const postMarks = () =>
  itemMarks(
    ...(['slug', 'title', 'excerpt', 'author', 'category'] as const),
    ...(['publishedAt', 'publishedText', 'day', 'month', 'year', 'minutes', 'link'] as const),
  )

/** Where the posts have their pages. */
interface Listing {
  blog: string
}

function Listed({ blog }: Listing) {
  const { t } = useTexts(texts)
  const { slug, title, excerpt, category, publishedAt, day, month, minutes } = postMarks()
  return (
    <li className={s.post}>
      <time dateTime={publishedAt}>
        <b className={s.day}>{day}</b> {month}
      </time>
      <div lang={FEED}>
        <h3>
          <a href={`${blog}/${slug}`}>{title}</a>
        </h3>
        <p>{excerpt}</p>
      </div>
      <p className={s.about}>
        <b lang={FEED}>{category}</b> <span>{t('minutes', { minutes })}</span>
      </p>
    </li>
  )
}

function Earlier({ blog, opensMonth }: Listing & { opensMonth?: true }) {
  const { slug, title, publishedAt, publishedText, month, year } = postMarks()
  return (
    <li className={opensMonth && s.month} data-month={opensMonth && `${month} ${year}`}>
      <a href={`${blog}/${slug}`} lang={FEED}>
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

function Neighbour({ blog, which }: Listing & { which: 'older' | 'newer' }) {
  const { t } = useTexts(texts)
  const { slug, title } = postMarks()
  return (
    <a className={s[which]} href={`${blog}/${slug}`}>
      <small>{t(which)}</small> <span lang={FEED}>{title}</span>
    </a>
  )
}

/** Of the list of posts, and of those before and after one, whose pages are below `blog`. */
export const postPartials = (blog: string): Partials => ({
  posts: {
    post: () => <Listed blog={blog} />,
    empty: () => <Nothing text="empty" />,
    unread: () => <Nothing text="unread" />,
  },
  'posts.earlier': {
    post: () => <Earlier blog={blog} />,
    'post-month': () => <Earlier blog={blog} opensMonth />,
  },
  'posts.neighbours': {
    older: () => <Neighbour blog={blog} which="older" />,
    newer: () => <Neighbour blog={blog} which="newer" />,
  },
})
