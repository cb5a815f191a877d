import { linkStyles } from '@fieldhouse/design'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { login, warmUp } from '@fieldhouse/wallet-login'
import s from './Own.module.css'

const texts = defineTexts({ en: { login: 'Login' }, es: { login: 'Entrar' } })

/** The button of a page of somebody's own by which a visitor becomes its user. An island, of whoever comes near. */
export function LogIn() {
  const { t } = useTexts(texts)
  return (
    <button
      type="button"
      className={`${linkStyles.large} ${s.login}`}
      onClick={() => void login()}
      onPointerEnter={warmUp}
      onFocus={warmUp}
    >
      {t('login')}
    </button>
  )
}
