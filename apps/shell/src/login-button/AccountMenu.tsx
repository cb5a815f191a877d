import { removeStored } from '@fieldhouse/contract/browser'
import { useRoot } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { logout } from '@fieldhouse/wallet-login'
import { entryName } from '../header/entries'
import s from './LoginButton.module.css'

/** The words of the account's menu, which come with it. */
export const accountTexts = defineTexts({
  en: { myCards: 'My cards', claims: 'Claims', logOut: 'Log out' },
  es: { myCards: 'Mis cartas', claims: 'Recogida', logOut: 'Cerrar sesión' },
})

/** Where the cards of an account are kept as they were seen last (docs/edition-contract.md): they go with it. */
const WALL = 'fh-wall'

const leave = () => {
  removeStored(WALL)
  void logout()
}

export interface AccountMenuProps {
  /** A link was chosen. */
  onChosen: () => void
}

/**
 * What is somebody's own, and logging out. The pages of an edition that has such pages lead to its own; all others to those of
 * each edition (docs/edition-contract.md, "How the header reads the specification").
 */
export function AccountMenu({ onChosen }: AccountMenuProps) {
  const { t, language } = useTexts(accountTexts)
  const { page, settings } = useRoot()
  const all = settings.editions.flatMap((entry) =>
    [
      { path: `${entry.link}/my-cards`, name: t('myCards') },
      { path: `${entry.link}/claims`, name: t('claims') },
    ].flatMap((door) => ((settings.own?.includes(door.path) ?? true) ? { ...door, entry } : [])),
  )
  const own = all.filter(({ entry }) => entry.link === `/${page.edition}`)
  return (
    <ul className={s.menu}>
      {(own[0] ? own : all).map(({ path, name, entry }) => (
        <li key={path}>
          <a href={path} onClick={onChosen} {...(page.path === path && { 'aria-current': 'page' as const })}>
            {name}
            {!own[0] && `: ${entryName(entry, language)}`}
          </a>
        </li>
      ))}
      <li>
        <button type="button" onClick={leave}>
          {t('logOut')}
        </button>
      </li>
    </ul>
  )
}
