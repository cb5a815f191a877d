import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { LEGAL } from '../../legal/facts'
import { LegalPage } from '../../legal/LegalPage'
import { texts } from './texts'

const SECTIONS = ['what', 'buying', 'odds', 'wallet', 'value', 'game', 'fair', 'stops', 'changes'] as const

export function Terms() {
  const { t } = useTexts(texts)
  const { settings } = useRoot()
  const values = { product: settings.product, developer: settings.developer.name, age: LEGAL.age }
  return (
    <LegalPage
      title={t('title')}
      opening={t('opening', values)}
      sections={SECTIONS.map((id) => ({
        id,
        title: t(`${id}.title`),
        says: [t(`${id}.a`, values), t(`${id}.b`, values)],
      }))}
    />
  )
}
