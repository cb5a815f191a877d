import { SiteLink } from '@fieldhouse/design'
import { definePage, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { RichText } from '@fieldhouse/i18n/rich-text'
import type { ReactNode } from 'react'
import { LEGAL, LegalPage, texts as legalTexts } from '../../legal/LegalPage'
import { texts } from './texts'

const SECTIONS = ['log', 'chain', 'wallet', 'reports', 'others', 'browser', 'rights'] as const

function Privacy() {
  const { t } = useTexts(texts)
  const { t: legal } = useTexts(legalTexts)
  const { settings } = useRoot()
  const values = {
    product: settings.product,
    developer: settings.developer.name,
    days: LEGAL.logDays,
    minutes: LEGAL.answerMinutes,
  }
  const { community } = settings.links
  const parts = {
    cookies: (words: ReactNode) => <a href="/cookies">{words}</a>,
    community: (words: ReactNode) => (
      <SiteLink href={community} external>
        {words}
      </SiteLink>
    ),
    developer: (words: ReactNode) => (
      <SiteLink href={settings.developer.link} external>
        {words}
      </SiteLink>
    ),
  }
  return (
    <LegalPage
      title={t('title')}
      opening={t('opening', values)}
      sections={[
        ...SECTIONS.map((id) => ({
          id,
          title: t(`${id}.title`),
          body: (['a', 'b'] as const).map((paragraph) => (
            <RichText key={paragraph} texts={texts} text={`${id}.${paragraph}`} parts={parts} values={values} />
          )),
        })),
        { id: 'tag', title: legal('tag'), body: [legal('tagDoes')], ofTag: true },
      ]}
    />
  )
}

export const page = definePage({
  path: '/privacy',
  look: 'default',
  title: { en: 'Privacy', es: 'Privacidad' },
  description: {
    en: 'What we learn of you, what anybody can read on the chain, and who else is asked when a page loads.',
    es: 'Qué sabemos de ti, qué puede leer cualquiera en la cadena y a quién más se pregunta al cargar una página.',
  },
  Main: Privacy,
})
