import type { Language } from '@fieldhouse/contract'
import { formatNumber } from '@fieldhouse/i18n'

/** From two on: one has a gender in Spanish. */
const WORDS: Record<Language, readonly string[]> = {
  en: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  es: ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez', 'once', 'doce'],
}

/** How many, as a word from two to twelve. */
export const countInWords = (count: number, language: Language): string =>
  WORDS[language][count - 2] ?? formatNumber(count, language)

/** How often: `twice`, `three times`. */
export function timesInWords(count: number, language: Language): string {
  if (language === 'es') return count === 1 ? 'una vez' : `${countInWords(count, language)} veces`
  return { 1: 'once', 2: 'twice' }[count] ?? `${countInWords(count, language)} times`
}

/** As a sentence begins, whichever word is first in it. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
