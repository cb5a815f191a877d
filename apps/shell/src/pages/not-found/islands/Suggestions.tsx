import { useHydrated, useRoot } from '@fieldhouse/edition-kit'
import { useTexts } from '@fieldhouse/i18n'
import { closest } from '../closest'
import s from '../NotFound.module.css'
import { suggestionsTexts } from '../suggestions-texts'

/** The path that leads nowhere, and the pages whose addresses are most like it. It shares no code with the header, which all pages have. */
export function Suggestions() {
  const { t } = useTexts(suggestionsTexts)
  const { page, settings } = useRoot()
  const hydrated = useHydrated()
  return (
    <>
      <p className={s.text}>
        {/* An address can have letters that turn the line around: they end with it. */}
        {t('nothing')} <b dir="auto">{hydrated ? shown(location.pathname) : t('here')}</b>.{' '}
        {t(hydrated ? 'meant' : 'floors')}
      </p>
      {hydrated && (
        <p className={s.links}>
          {closest(location.pathname, settings).map(({ link, nameEN, NameSP }) => (
            <a key={link} href={link}>
              {page.language === 'es' ? NameSP : nameEN}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

/** The most of a path that is said, characters. */
const MOST = 48

/** A path as people type it, cut in the middle. */
function shown(path: string): string {
  let text = path
  try {
    text = decodeURI(path)
  } catch {
    // An escape that is none stays as it is.
  }
  const letters = [...text]
  return letters.length <= MOST ? text : `${letters.slice(0, MOST / 2).join('')}…${letters.slice(-MOST / 2).join('')}`
}
