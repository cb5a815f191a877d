import { defineTexts, useTexts } from '@fieldhouse/i18n'
import s from './link.module.css'

const texts = defineTexts({
  en: { newWindow: ' (opens in a new window)' },
  es: { newWindow: ' (se abre en otra ventana)' },
})

/** The arrow of a link that opens a new window, and the words for it. */
export function ExternalMark() {
  const { t } = useTexts(texts)
  return (
    <>
      <svg className={s.external} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M3 1H11V9M11 1L1 11" />
      </svg>
      <span className="fh-hidden">{t('newWindow')}</span>
    </>
  )
}
