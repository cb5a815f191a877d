import { PageList } from '@fieldhouse/design'
import { Island, usePages, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { Foil } from './islands/Foil'
import { texts } from './texts'

/** An inner page: what stands in it, the pointer on its foil, and where to go from there. */
export function InnerPage({ children }: { children: ReactNode }) {
  const { t, language } = useTexts(texts)
  const { page } = useRoot()
  const others = usePages().filter(({ path, menu }) => menu && path !== page.route)
  return (
    <article>
      <Island hidden of={Foil} when="intent" props={{}} />
      {children}
      <PageList
        title={t('more')}
        pages={[
          ...others.map(({ path, title }) => ({ href: path, name: title[language] })),
          { href: '/football#packs', name: t('packs') },
        ]}
      />
    </article>
  )
}
