import { Article, PageList } from '@fieldhouse/design'
import { loadPart, usePages, useRoot } from '@fieldhouse/edition-kit'
import { type Texts, useTexts } from '@fieldhouse/i18n'
import { Suspense, use } from 'react'
import { Floor, PageCard } from './stills'
import { texts as shared } from './texts'

interface Opening {
  texts: Texts<{ opening: string }>
}

export interface InnerPageProps {
  /** The page's own texts: loaded apart, so that a first page of the edition does not pay for those of all. */
  texts: () => Promise<Opening>
  /** The card beside its text. */
  card: { templateId: number; mint: number }
}

/** An inner page: its first paragraph, a card beside it, and where to go from there. */
export function InnerPage({ texts, card }: InnerPageProps) {
  const { t, language } = useTexts(shared)
  const { route } = useRoot().page
  const pages = usePages()
  const others = pages.filter(({ path, menu }) => menu && path !== route)
  return (
    <Article
      floor={<Floor />}
      card={<PageCard {...card} />}
      title={pages.find(({ path }) => path === route)?.title[language] ?? ''}
      text={
        <Suspense fallback="…">
          <Opening load={texts} />
        </Suspense>
      }
    >
      <PageList
        title={t('more')}
        pages={[
          ...others.map(({ path, title }) => ({ href: path, name: title[language] })),
          { href: '/football#packs', name: t('packs') },
        ]}
      />
    </Article>
  )
}

const loading = new WeakMap<InnerPageProps['texts'], Promise<Opening>>()

function Opening({ load }: { load: InnerPageProps['texts'] }) {
  const root = useRoot()
  if (!loading.has(load)) loading.set(load, loadPart(load, root))
  const { t } = useTexts(use(loading.get(load) as Promise<Opening>).texts)
  return t('opening', { product: root.settings.product })
}
