import { type EditionLook, SectionHead } from '@fieldhouse/design'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { unscriptedTexts } from '../drops/unscripted-texts'
import s from './PackSale.module.css'

export const texts = defineTexts({
  en: {
    title: 'Pack sale',
    text: 'Straight from the chain: the price, how many are left, and when a sale opens or ends.',
  },
  es: {
    title: 'Los sobres',
    text: 'Tal como lo dice la cadena: el precio, cuántos quedan y cuándo abre o cierra una venta.',
  },
})

export interface SaleSectionProps {
  look: EditionLook
  /** The island with {@link PackSale}. */
  children: ReactNode
}

/** The section with what an edition sells. */
export function SaleSection({ look, children }: SaleSectionProps): ReactNode {
  const { t } = useTexts(texts)
  const { t: unscripted } = useTexts(unscriptedTexts)
  return (
    <section className={s.sale} aria-labelledby="packs" data-buys>
      <SectionHead id="packs" look={look} index={1} title={t('title')}>
        {t('text')}
      </SectionHead>
      {children}
      <p className={s.unscripted}>{unscripted('notRead')}</p>
    </section>
  )
}
