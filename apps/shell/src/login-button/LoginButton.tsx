import { useTexts } from '@fieldhouse/i18n'
import { login, logout, useUser, warmUp } from '@fieldhouse/wallet-login'
import s from './LoginButton.module.css'
import { texts } from './texts'

export interface LoginButtonProps {
  /** Called before the modal opens: a menu closes itself. */
  onLogin?: () => void
}

/**
 * 'Login to Buy', or 'Login' with an icon where there is little room; the account's name, which logs out, for somebody who
 * is logged in (specification, section 2, Header). As wide in one state as in the other: nothing moves when the stored
 * user appears after hydration.
 */
export function LoginButton({ onLogin }: LoginButtonProps) {
  const user = useUser()
  const { t } = useTexts(texts)
  const leave = user && `${t('logOut')} ${user.accountName}`
  const act = () => {
    if (user) return void logout()
    onLogin?.()
    void login()
  }
  return (
    <button
      type="button"
      className={s.login}
      onClick={act}
      onPointerEnter={warmUp}
      onFocus={warmUp}
      {...(leave && { title: leave, 'aria-label': leave })}
    >
      {user ? (
        <span className={s.account}>{user.accountName}</span>
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
  )
}
