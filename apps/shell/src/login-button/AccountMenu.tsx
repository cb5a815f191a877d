import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { logout } from '@fieldhouse/wallet-login'
import { entryName } from '../header/entries'
import { accountTexts } from './account-texts'
import s from './LoginButton.module.css'

export interface AccountMenuProps {
  /** A link was chosen. */
  onChosen: () => void
}

/**
 * What is somebody's own, and logging out. An edition's pages lead to its own; all others to those of each edition
 * (docs/edition-contract.md, "How the header reads the specification").
 */
export function AccountMenu({ onChosen }: AccountMenuProps) {
  const { t, language } = useTexts(accountTexts)
  const { page, settings } = useRoot()
  const own = settings.editions.filter(({ link }) => link === `/${page.edition}`)
  return (
    <ul className={s.menu}>
      {(own[0] ? own : settings.editions).map((entry) => {
        const of = own[0] ? '' : `: ${entryName(entry, language)}`
        return [
          ['my-cards', t('myCards')],
          ['claims', t('claims')],
        ].map(([path, name]) => (
          <li key={`${entry.link}/${path}`}>
            <a
              href={`${entry.link}/${path}`}
              onClick={onChosen}
              {...(page.path === `${entry.link}/${path}` && { 'aria-current': 'page' as const })}
            >
              {name}
              {of}
            </a>
          </li>
        ))
      })}
      <li>
        <button type="button" onClick={() => void logout()}>
          {t('logOut')}
        </button>
      </li>
    </ul>
  )
}
