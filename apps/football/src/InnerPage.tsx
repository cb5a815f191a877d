import type { Language } from '@fieldhouse/contract'
import { Article, PageList } from '@fieldhouse/design'
import { loadPart, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { Suspense, use } from 'react'
import { PAGE_NAMES, PAGES, type PageName, pathOf } from './pages'
import { Floor, PageCard } from './stills'
import { texts } from './texts'

export function InnerPage({ name }: { name: PageName }) {
  const { t, language } = useTexts(texts)
  const others = PAGE_NAMES.filter((other) => other !== name)
  return (
    <Article
      floor={<Floor />}
      card={<PageCard {...PAGES[name]} />}
      title={t(`titles.${name}`)}
      text={
        <Suspense fallback="…">
          <Opening name={name} language={language} />
        </Suspense>
      }
    >
      <PageList
        title={t('more')}
        pages={[
          ...others.map((other) => ({ href: pathOf(other), name: t(`titles.${other}`) })),
          { href: '/football#packs', name: t('sale.title') },
        ]}
      />
    </Article>
  )
}

type Openings = Record<PageName, string>

const loaded: Partial<Record<Language, Promise<Openings>>> = {}

const load: Record<Language, () => Promise<Openings>> = {
  en: () => import('./openings.en').then(({ openings }) => openings),
  es: () => import('./openings.es').then(({ openings }) => openings),
}

/** The running text is loaded apart, in one language: a first page of the edition does not pay for it. */
function Opening({ name, language }: { name: PageName; language: Language }) {
  const root = useRoot()
  loaded[language] ??= loadPart(load[language], root)
  return use(loaded[language])[name].replaceAll('{{product}}', root.settings.product)
}
