import type { Language } from '@fieldhouse/contract'

/** Hundredths as they are said: `5%`, in Spanish `5 %`, whose space breaks no line. */
export const percent = (hundredths: number, language: Language): string =>
  language === 'es' ? `${String(hundredths).replace('.', ',')}\u00a0%` : `${hundredths}%`
