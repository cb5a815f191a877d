import { useSingleOpen } from '@fieldhouse/design'
import { useTexts } from '@fieldhouse/i18n'
import { login, useUser, warmUp } from '@fieldhouse/wallet-login'
import { type ComponentType, useState } from 'react'
import s from './LoginButton.module.css'
import { texts } from './texts'

export interface LoginButtonProps {
  /** Called before the modal opens, and when a link of the account's menu is chosen: a menu closes itself. */
  onLogin?: () => void
}

interface AccountMenuProps {
  onChosen: () => void
}

const loadMenu = () => import(/* webpackChunkName: "account" */ './AccountMenu')

const warmUpMenu = () => void loadMenu().catch(() => {})

/**
 * 'Login to Buy', or 'Login' with an icon where there is little room; the account's name for somebody who is logged in
 * (specification, section 2, Header), which opens what is theirs, and logging out, which no stray press does. As wide in one
 * state as in the other: nothing moves when the stored user appears after hydration.
 */
export function LoginButton({ onLogin }: LoginButtonProps) {
  const user = useUser()
  const { t } = useTexts(texts)
  const menu = useSingleOpen(true)
  const [loaded, setLoaded] = useState<{ AccountMenu: ComponentType<AccountMenuProps> }>()
  const act = () => {
    if (user) {
      menu.toggle(0)
      // What cannot be loaded now is asked for by the next press.
      return void loadMenu().then(setLoaded, menu.close)
    }
    onLogin?.()
    void login()
  }
  const near = user ? warmUpMenu : warmUp
  return (
    <div className={s.door} {...(user && menu.groupHandlers(0))}>
      <button
        type="button"
        className={s.login}
        onClick={act}
        onPointerEnter={near}
        onFocus={near}
        {...(user && { 'aria-expanded': menu.isOpen(0) })}
      >
        {user ? (
          <span key="account" className={s.account}>
            {user.accountName}
          </span>
        ) : (
          <>
            <span className={s.long}>{t('long')}</span>
            <span className={s.short}>
              <svg viewBox="0 0 20 20" aria-hidden="true">
                <path d="M8 2H18V18H8M1 10H12M8 5.5L12.5 10L8 14.5" />
              </svg>
              {t('short')}
            </span>
          </>
        )}
      </button>
      {loaded && user && menu.isOpen(0) && (
        <loaded.AccountMenu
          onChosen={() => {
            menu.close()
            onLogin?.()
          }}
        />
      )}
    </div>
  )
}
