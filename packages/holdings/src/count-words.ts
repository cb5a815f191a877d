import type { Language } from '@fieldhouse/contract'
import { capitalized, countInWords } from '@fieldhouse/i18n/words'

/** None and one card. */
const FEW: Record<Language, readonly string[]> = { en: ['no', 'one'], es: ['ninguna', 'una'] }

/** How many cards, as a word up to twelve. */
export const cardsInWords = (count: number, language: Language): string =>
  FEW[language][count] ?? countInWords(count, language)

/** The same at the beginning of a sentence. */
export const cardsAtStart = (count: number, language: Language): string => capitalized(cardsInWords(count, language))
