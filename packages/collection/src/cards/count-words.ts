import type { Language } from '@fieldhouse/contract'
import { formatNumber } from '@fieldhouse/i18n'

const WORDS: Record<Language, readonly string[]> = {
  en: ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  es: ['ninguna', 'una', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez'],
}

/** How many cards, as a word up to ten. */
export const countInWords = (count: number, language: Language): string =>
  WORDS[language][count] ?? formatNumber(count, language)

/** The same at the beginning of a sentence. */
export const countAtStart = (count: number, language: Language): string => {
  const words = countInWords(count, language)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
