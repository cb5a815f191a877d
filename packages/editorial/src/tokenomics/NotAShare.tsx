import { linkStyles } from '@fieldhouse/design'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Tokenomics.module.css'
import { texts } from './texts'

/** What a card is not, and how to keep it a game. */
export function NotAShare(): ReactNode {
  const { t } = useTexts(texts)
  const { page } = useRoot()
  return (
    <section className={s.not} aria-labelledby="not">
      <h2 id="not">
        <span>{t('notShare')}</span> <span>{t('notLoan')}</span> <span>{t('notSavings')}</span>
      </h2>
      <div>
        <p>{t('notText')}</p>
        <p>{t('notMore')}</p>
        <a className={linkStyles.text} href={`/${page.edition}/faq#limit`}>
          {t('limit')}
        </a>
      </div>
    </section>
  )
}
