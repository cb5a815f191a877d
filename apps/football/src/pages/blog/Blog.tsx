import { Card, openingStyles } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
import { Posts } from '../../blog/Posts'
import { InnerPage } from '../../InnerPage'
import s from './Blog.module.css'
import { texts } from './texts'

/** All posts, below what the blog is for. */
export function Blog() {
  const { t } = useTexts(texts)
  return (
    <InnerPage>
      <header className={`${openingStyles.opening} ${s.opening}`}>
        <FootballFloor />
        <h1 className={openingStyles.title}>{t('title')}</h1>
        <p className={openingStyles.text}>{t('opening')}</p>
        <div className={s.card}>
          <Card deck={footballDeck} templateId={700278} mint={9214} />
        </div>
      </header>
      <Posts />
    </InnerPage>
  )
}
