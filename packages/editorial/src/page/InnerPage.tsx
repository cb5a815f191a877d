import { PageList } from '@fieldhouse/design'
import { usePages, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { texts } from './texts'

export interface InnerPageProps {
  /** Above the links. */
  more: string
  /** The edition's pointer on its cards' foil. */
  foil: ReactNode
  children: ReactNode
}

/** A page inside an edition: what stands in it, and where to go from there: to the menu's other pages and the packs. */
export function InnerPage({ more, foil, children }: InnerPageProps): ReactNode {
  const { t, language } = useTexts(texts)
  const { page } = useRoot()
  // By the menu's names: a title says its sport besides, and here all are of one.
  const others = usePages().flatMap(({ path, menu }) =>
    menu && path !== page.route ? [{ href: path, name: menu.name[language] }] : [],
  )
  return (
    <article>
      {foil}
      {children}
      <PageList title={more} pages={[...others, { href: `/${page.edition}#packs`, name: t('packs') }]} />
    </article>
  )
}
