import { LANGUAGES } from '@fieldhouse/contract'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { texts } from '../texts'
import s from './Languages.module.css'

const NAMES = { en: 'English', es: 'Español' } as const

/** Plain links to the current path in the other language, which work without script. With it the gateway's own keeps the query and fragment. */
export function Languages() {
  const { t } = useTexts(texts)
  const { page } = useRoot()
  return (
    <nav className={s.languages} aria-label={t('header.languages')}>
      {LANGUAGES.map((language) => (
        <a
          key={language}
          href={`?lang=${language}`}
          lang={language}
          hrefLang={language}
          aria-label={`${language.toUpperCase()} ${NAMES[language]}`}
          {...(page.language === language && { 'aria-current': 'true' as const })}
        >
          {language.toUpperCase()}
        </a>
      ))}
    </nav>
  )
}
