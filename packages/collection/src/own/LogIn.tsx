import { linkStyles } from '@fieldhouse/design'
import { usePressedBefore } from '@fieldhouse/edition-kit'
import { defineTexts, useTexts } from '@fieldhouse/i18n'
import { login, warmUp } from '@fieldhouse/wallet-login'
import type { MouseEvent } from 'react'
import s from './Own.module.css'

const texts = defineTexts({ en: { login: 'Login' }, es: { login: 'Entrar' } })

/** Where a press goes until the code is there: it stands in the address. */
const PRESSED = '#login'

/**
 * What a visitor presses on a page of somebody's own to become its user. An island of its own: a press can be over before its
 * code is there, so it is a link, which is pressed without.
 */
export function LogIn() {
  const { t } = useTexts(texts)
  usePressedBefore(/^#login$/, () => void login())
  const press = (event: MouseEvent) => {
    event.preventDefault()
    void login()
  }
  return (
    <a
      href={PRESSED}
      className={`${linkStyles.large} ${s.login}`}
      onClick={press}
      onPointerEnter={warmUp}
      onFocus={warmUp}
    >
      {t('login')}
    </a>
  )
}
