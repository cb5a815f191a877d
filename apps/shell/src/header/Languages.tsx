import { LANGUAGES } from '@fieldhouse/contract'
import { useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { texts } from '../texts'
import s from './Languages.module.css'

const NAMES = { en: 'English', es: 'Español' } as const

/** The page's query and fragment go along: a partner's code, the answer that is open. */
const keep = ({ currentTarget: link }: { currentTarget: HTMLAnchorElement }) => {
  const to = new URL(location.href)
  to.searchParams.set('lang', link.lang)
  link.href = `${to}`
}

/** Plain links to the current path in the other language: they work without script. */
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
          onClick={keep}
          aria-label={`${language.toUpperCase()} ${NAMES[language]}`}
          {...(page.language === language && { 'aria-current': 'true' as const })}
        >
          {language.toUpperCase()}
        </a>
      ))}
    </nav>
  )
}
