import { useTexts } from '@fieldhouse/i18n'
import { texts } from '../texts'
import s from './LoginModal.module.css'

/** The arrow of a link that opens a new window, and the words for it. */
export function NewWindow() {
  const { t } = useTexts(texts)
  return (
    <>
      <svg className={s.arrow} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 1H11V9M11 1L1 11" />
      </svg>
      <span className="fh-hidden">{t('login.newWindow')}</span>
    </>
  )
}
