import type { Language } from '@fieldhouse/contract'

/**
 * What a row of the chain says, in the page's language where the settings have it in both; a row's own text is English. Apart
 * from the index, which the host shares: few pages show rows' texts.
 *
 * @param texts the settings' `dropTexts`
 * @returns the text, and the language that it is in
 */
export const textOfRow = (
  text: string,
  language: Language,
  texts: readonly Record<Language, string>[] = [],
): [text: string, language: Language] => {
  const both = texts.find(({ en, es }) => text === en || text === es)
  return both ? [both[language], language] : [text, 'en']
}
