import type { Language } from '@fieldhouse/contract'
import { NextPages } from '@fieldhouse/design'
import { type MenuEntry, type Page, usePages, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import type { ReactNode } from 'react'
import { texts } from './texts'

export interface InnerPageProps {
  /** The page that follows from this one, such as `faq` of `/<edition>/faq`. @default the first other one of the menu */
  next?: string | undefined
  /** The edition's pointer on its cards' foil. */
  foil: ReactNode
  children: ReactNode
}

/** A page inside an edition: what stands in it, and what it leads on to: the page that follows from it, and the packs. */
export function InnerPage({ next, foil, children }: InnerPageProps): ReactNode {
  const { t, language } = useTexts(texts)
  const { page } = useRoot()
  const others = usePages().filter(({ path, menu }) => menu && path !== page.route && path !== `/${page.edition}`)
  const following = next ? others.find(({ path }) => path === `/${page.edition}/${next}`) : others[0]
  if (next && !following) throw new Error(`writing ${page.route}: what follows, ${next}, is no other page of the menu`)
  return (
    <article>
      {foil}
      {children}
      <NextPages
        title={t('next')}
        pages={[
          ...(following?.menu ? [asNext(following, following.menu, language)] : []),
          { href: `/${page.edition}#packs`, name: t('packs'), text: t('packsText') },
        ]}
      />
    </article>
  )
}

const asNext = ({ path, description }: Page, { name, text }: MenuEntry, language: Language) => ({
  href: path,
  name: name[language],
  text: (text ?? description)[language],
})
