import { itemMarks, type Partials } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Posts.module.css'
import { texts } from './texts'

/** The language that the feed is written in, whatever the page's is. */
export const FEED = 'en'

/** The fields of a post as marks (docs/edition-contract.md, "Lists the gateway knows"). */
export const postMarks = () =>
  itemMarks(
    ...(['slug', 'title', 'excerpt', 'author', 'category'] as const),
    ...(['publishedAt', 'publishedText', 'day', 'month', 'year', 'minutes', 'link', 'picture'] as const),
  )

/** Where the posts have their pages. */
interface Listing {
  blog: string
}

/** What a story without a picture has beside it. */
export interface PostArt {
  floor: ReactNode
  card: ReactNode
}

/** The newest post, as large as a page's opening, with its picture. */
function Lead({ blog, art }: Listing & { art: ReactNode }) {
  const { t } = useTexts(texts)
  const { slug, title, excerpt, author, category, publishedAt, publishedText, minutes } = postMarks()
  return (
    <li className={s.lead}>
      <div className={s.picture}>{art}</div>
      <div className={s.story}>
        <p className={s.line}>
          <time dateTime={publishedAt}>{publishedText}</time> <span lang={FEED}>{category}</span>{' '}
          <span>{t('minutes', { minutes })}</span>
        </p>
        <h2 lang={FEED}>
          <a href={`${blog}/${slug}`}>{title}</a>
        </h2>
        <p lang={FEED}>{excerpt}</p>
        <p className={s.author} lang={FEED}>
          {author}
        </p>
      </div>
    </li>
  )
}

/** Readers have the story's title beside it. */
const Picture = () => <img src={postMarks().picture} alt="" referrerPolicy="no-referrer" decoding="async" />

function Listed({ blog }: Listing) {
  const { t } = useTexts(texts)
  const { slug, title, excerpt, category, publishedAt, day, month, minutes } = postMarks()
  return (
    <li className={s.post}>
      <time dateTime={publishedAt}>
        <b className={s.day}>{day}</b> {month}
      </time>
      <div lang={FEED}>
        <h2>
          <a href={`${blog}/${slug}`}>{title}</a>
        </h2>
        <p>{excerpt}</p>
      </div>
      <p className={s.kind}>
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
export const postPartials = (blog: string, { floor, card }: PostArt): Partials => ({
  posts: {
    post: () => <Listed blog={blog} />,
    'post-lead': () => (
      <Lead
        blog={blog}
        art={
          <>
            {floor}
            <div className={s.card}>{card}</div>
          </>
        }
      />
    ),
    'post-lead-picture': () => <Lead blog={blog} art={<Picture />} />,
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
