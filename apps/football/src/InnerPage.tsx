import { Article, Card, PageList } from '@fieldhouse/design'
import { Island, usePages, useRoot } from '@fieldhouse/edition-kit'
import { type Texts, useTexts } from '@fieldhouse/i18n'
import { FootballFloor, footballDeck } from '@fieldhouse/look-football'
import type { ReactNode } from 'react'
import { Foil } from './islands/Foil'
import { texts as shared } from './texts'

export interface InnerPageProps {
  /** The page's own texts. */
  texts: Texts<{ opening: string }>
  /** The card beside its text. */
  card: { templateId: number; mint: number }
  /** What stands between the first paragraph and where to go from there. */
  children?: ReactNode
}

/** An inner page: its first paragraph, a card beside it, and where to go from there. */
export function InnerPage({ texts, card, children }: InnerPageProps) {
  const { t, language } = useTexts(shared)
  const { t: own } = useTexts(texts)
  const { page, settings } = useRoot()
  const pages = usePages()
  const others = pages.filter(({ path, menu }) => menu && path !== page.route)
  return (
    <Article
      floor={<FootballFloor />}
      card={<Card deck={footballDeck} {...card} />}
      title={pages.find(({ path }) => path === page.route)?.title[language] ?? ''}
      text={own('opening', { product: settings.product })}
      foil={<Island hidden of={Foil} when="intent" props={{}} />}
    >
      {children}
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
