import type { Language } from '@fieldhouse/contract'

const TO_THE_SECOND = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const

/** A moment to the second, and the place whose clock says so: the visitor's zone as its city. */
export function momentOf(at: number, language: Language, timeZone?: string): { text: string; place: string } {
  const format = new Intl.DateTimeFormat(language === 'es' ? 'es' : 'en-GB', { ...TO_THE_SECOND, timeZone })
  return {
    text: format.format(at),
    place: format.resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '',
  }
}
