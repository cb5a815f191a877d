import { useSingleOpen } from '@fieldhouse/design'
import { reportUnloaded, useRoot } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { login, useUser, warmUp } from '@fieldhouse/wallet-login'
import { useState } from 'react'
import s from './LoginButton.module.css'

/** The words of the button, in its two lengths (specification, section 2, Header). */
const texts = defineTexts({
  en: { long: 'Login to Buy', short: 'Login' },
  es: { long: 'Entra y compra', short: 'Entrar' },
})

interface LoginButtonProps {
  /** Called before the modal opens, and when a link of the account's menu is chosen: a menu around it closes itself. */
  onLogin?: () => void
}

/** Fetches the account's menu. */
const loadMenu = () => import(/* webpackChunkName: "account" */ './AccountMenu')

/**
 * 'Login to Buy', or 'Login' with an icon where there is little room; the account's name for somebody who is logged in
 * (specification, section 2, Header), which opens what is theirs, and logging out, which no stray press does. A press before the header lives is kept by the
 * button's name, answered at once, and acted on when it does. As wide in one
 * state as in the other: nothing moves when the stored user appears after hydration.
 */
export function LoginButton({ onLogin }: LoginButtonProps) {
  const user = useUser()
  const { t } = useTexts(texts)
  const { report } = useRoot()
  const { isOpen, toggle, close, groupHandlers } = useSingleOpen(true)
  const [menu, setMenu] = useState<Awaited<ReturnType<typeof loadMenu>>>()
  const act = () => {
    if (user) {
      toggle(0)
      return void loadMenu().then(setMenu, (error) => {
        close()
        reportUnloaded(report, "the account's menu", error)
      })
    }
    onLogin?.()
    void login()
  }
  // What does not come is told when it is pressed.
  const near = () => (user ? loadMenu().catch(() => {}) : warmUp())
  return (
    <div className={s.door} {...groupHandlers(0)}>
      <button
        type="button"
        name={onLogin ? 'menu-login' : 'login'}
        className={s.login}
        onClick={act}
        onPointerEnter={near}
        onFocus={near}
        aria-expanded={user ? isOpen(0) : undefined}
      >
        {user ? (
          <span key={0} className={s.account}>
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
      {menu && user && isOpen(0) && <menu.AccountMenu onChosen={onLogin ?? close} />}
    </div>
  )
}
