import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { LEGAL } from '../../legal/facts'
import { LegalPage } from '../../legal/LegalPage'
import { texts as legalTexts } from '../../legal/texts'
import { texts } from './texts'

const SECTIONS = ['log', 'chain', 'wallet', 'reports', 'others', 'browser', 'rights'] as const

export function Privacy() {
  const { t } = useTexts(texts)
  const { t: legal } = useTexts(legalTexts)
  const { settings } = useRoot()
  const values = { product: settings.product, developer: settings.developer.name, days: LEGAL.logDays }
  return (
    <LegalPage
      title={t('title')}
      opening={t('opening', values)}
      sections={[
        ...SECTIONS.map((id) => ({
          id,
          title: t(`${id}.title`),
          says: [t(`${id}.a`, values), t(`${id}.b`, values)],
        })),
        { id: 'tag', title: legal('tag'), says: [legal('tagDoes')], ofTag: true },
      ]}
    />
  )
}
