import { type EditionLook, SectionHead } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { stillTexts } from '../drops/still-texts'
import s from './PackSale.module.css'

export interface SaleSectionProps {
  look: EditionLook
  /** The island with {@link PackSale}. */
  children: ReactNode
}

/** The section with what an edition sells. */
export function SaleSection({ look, children }: SaleSectionProps): ReactNode {
  const { t } = useTexts(stillTexts)
  return (
    <section className={s.sale} aria-labelledby="packs" data-buys>
      <SectionHead id="packs" look={look} index={1} title={t('title')}>
        {t('text')}
      </SectionHead>
      {children}
      <noscript>
        <p className={s.unread}>{t('unread')}</p>
      </noscript>
    </section>
  )
}
