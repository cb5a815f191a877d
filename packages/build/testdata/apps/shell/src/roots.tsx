import type { NavEntry } from '@fieldhouse/contract'
import { itemMarks, List, type RootProps, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { texts } from './texts'

export function Item({ name, link }: { name: string; link: string }) {
  return (
    <li>
      <a href={link}>
        {name} ({link})
      </a>
    </li>
  )
}

export const itemPartial = () => <Item {...itemMarks('name', 'link')} />

export function Header({ page, settings }: RootProps) {
  const { t } = useTexts(texts)
  const name = (entry: NavEntry) => (page.language === 'es' ? entry.NameSP : entry.nameEN)
  return (
    <header data-look={page.header}>
      <ul>
        <List
          name="navigation"
          items={settings.navigation}
          render={(entry) => <Item name={name(entry)} link={entry.link} />}
        />
      </ul>
      <a href={settings.links.playGame}>{t('play')}</a>
    </header>
  )
}

export function Footer({ page, settings }: RootProps) {
  return <footer data-look={page.footer}>Made by {settings.developer.name}</footer>
}

export function Main() {
  const { page, settings } = useRoot()
  const { t } = useTexts(texts)
  if (page.route === null) return <h1>{t('missing')}</h1>
  return <h1>{t('home', { product: settings.product })}</h1>
}
