import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import s from './Tokenomics.module.css'
import { texts } from './texts'

/** What a card is not, and how to keep it a game. */
export function NotAShare({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTexts(texts)
  return (
    <section className={s.not} aria-labelledby="not">
      <h2 id="not">
        <span>{t('notShare')}</span> <span>{t('notLoan')}</span> <span>{t('notSavings')}</span>
      </h2>
      <div>
        <p>{t('notText')}</p>
        <p>{t('notMore')}</p>
        {children}
      </div>
    </section>
  )
}
