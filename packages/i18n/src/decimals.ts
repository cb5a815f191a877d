import type { Language } from '@fieldhouse/contract'

/** A number with its language's decimal mark: `3.3`, in Spanish `3,3`. */
export const formatDecimal = (value: number, language: Language): string =>
  language === 'es' ? String(value).replace('.', ',') : String(value)

/** Hundredths as they are said: `5%`, in Spanish `5 %`, whose space breaks no line. */
export const formatPercent = (hundredths: number, language: Language): string =>
  `${formatDecimal(hundredths, language)}${language === 'es' ? '\u00a0' : ''}%`
