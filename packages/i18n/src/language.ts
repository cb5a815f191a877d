import type { Language } from '@fieldhouse/contract'

/** A language as the cookie `language` stores it (specification, section 3). */
export type StoredLanguage = 'EN' | 'SP'

/** The value the cookie `language` has for a language. */
export const storedLanguage = (language: Language): StoredLanguage => (language === 'es' ? 'SP' : 'EN')

/** The language a stored value stands for; null for anything that is neither `EN` nor `SP`. */
export const languageOfStored = (value: string | null | undefined): Language | null =>
  value === 'EN' ? 'en' : value === 'SP' ? 'es' : null

/** `SP` when the browser's language is es-ES, otherwise `EN` (specification, section 4). Tags compare without case (RFC 5646, section 2.1.1). */
export const languageOfBrowser = (tag: string | null | undefined): Language =>
  tag?.toLowerCase() === 'es-es' ? 'es' : 'en'

/**
 * The language of a visitor: the stored choice, else the browser's language.
 *
 * @param cookies the cookie string, as in `document.cookie`
 * @param browserLanguage the browser's first language, as in `navigator.language`
 */
export const visitorLanguage = (cookies: string, browserLanguage: string | null | undefined): Language => {
  const stored = /(?:^|;\s*)language=([^;]*)/.exec(cookies)?.[1]
  return languageOfStored(stored) ?? languageOfBrowser(browserLanguage)
}
