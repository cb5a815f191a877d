import { Island, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Counter } from './islands/Counter'
import styles from './Main.module.css'
import { Opening } from './Opening'
import { texts } from './texts'

/** A page: texts and settings as markup, and what is operated in it as an island. */
export function Main() {
  const { page, settings } = useRoot()
  const { t } = useTexts(texts)
  return (
    <article className={styles.body}>
      <h1 className={styles.title}>
        {page.route === '/football/faq' ? t('faq') : t('title', { product: settings.product })}
      </h1>
      <Opening />
      <Island of={Counter} when="idle" props={{ step: '1', breaks: page.route === '/football/broken' }} />
    </article>
  )
}
