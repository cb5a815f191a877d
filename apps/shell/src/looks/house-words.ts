import { LANGUAGES, type Language } from '@fieldhouse/contract'
import type { Storey } from '@fieldhouse/design'

/** What the shell says of all floors together, in one language. */
export interface HouseWords {
  /** `football and basketball` */
  sports: string
  /** `a football field and a basketball court` */
  grounds: string
}

/** Lists end in `and` without a comma before it. */
const LISTS: Record<Language, Intl.ListFormat> = {
  en: new Intl.ListFormat('en-GB', { type: 'conjunction' }),
  es: new Intl.ListFormat('es', { type: 'conjunction' }),
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** @param storeys from the ground up */
export function houseWords(storeys: readonly Storey[]): Record<Language, HouseWords> {
  const inLanguage = (language: Language): HouseWords => {
    const all = (word: 'sport' | 'ground') => LISTS[language].format(storeys.map(({ words }) => words[language][word]))
    return { sports: all('sport'), grounds: all('ground') }
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, inLanguage(language)])) as Record<
    Language,
    HouseWords
  >
}
