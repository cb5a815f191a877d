import { definePage, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { LEGAL, LegalPage } from '../../legal/LegalPage'
import { texts } from './texts'

const SECTIONS = ['what', 'buying', 'odds', 'wallet', 'value', 'game', 'fair', 'stops', 'changes'] as const

function Terms() {
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
        body: [t(`${id}.a`, values), t(`${id}.b`, values)],
      }))}
    />
  )
}

export const page = definePage({
  path: '/terms',
  look: 'default',
  title: { en: 'Terms', es: 'Condiciones' },
  description: {
    en: 'What you buy here, what you sign, what we promise and what we do not, in plain words.',
    es: 'Qué compras aquí, qué firmas, qué prometemos y qué no, con palabras sencillas.',
  },
  Main: Terms,
})
