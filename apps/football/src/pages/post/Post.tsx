import { Card, SiteLink } from '@fieldhouse/design'
import { Island, listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
import { FEED, postMarks } from '../../blog/fields'
import posts from '../../blog/Posts.module.css'
import { texts } from '../../blog/texts'
import { Foil } from '../../islands/Foil'
import { BLOG } from '../../paths'
import s from './Post.module.css'

/** An article: its title on the floor, its text as the feed has it, and the ways on. */
export function Post() {
  const { t } = useTexts(texts)
  const { title, author, category, publishedAt, publishedText, minutes, link } = postMarks()
  return (
    <article>
      <header className={s.opening}>
        <FootballFloor />
        <div className={s.head}>
          <p className={s.way}>
            <a href={BLOG}>{t('blog')}</a> <span lang={FEED}>{category}</span>
          </p>
          <h1 lang={FEED}>{title}</h1>
          <p className={s.about}>
            <time dateTime={publishedAt}>{publishedText}</time> <b>{author}</b> <span>{t('minutes', { minutes })}</span>
          </p>
        </div>
      </header>
      <Island hidden of={Foil} when="intent" props={{}} />
      <div className={s.page}>
        <div className={s.content} lang={FEED} data-slot="content" />
        <aside className={s.aside}>
          <div className={s.card}>
            <Card deck={footballDeck} templateId={700163} mint={1876} />
          </div>
          <p>
            {t('elsewhere')}{' '}
            <SiteLink external href={link}>
              {t('there')}
            </SiteLink>
          </p>
        </aside>
      </div>
      <nav className={posts.neighbours} aria-label={t('more')}>
        {listMark('posts.neighbours')}
      </nav>
    </article>
  )
}
