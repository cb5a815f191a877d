import { type EditionLook, Section } from '@fieldhouse/design'
import { listMark } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { texts } from './texts'

/** What a price in dollars was in WAX: the gateway draws what it has. */
export function PriceHistory({ look, index }: { look: EditionLook; index: number }): ReactNode {
  const { t } = useTexts(texts)
  return (
    <Section id="price" look={look} index={index} title={t('title')} text={t('text')}>
      {listMark('median.history')}
    </Section>
  )
}
