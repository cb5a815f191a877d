import type { Language } from '@fieldhouse/contract'

const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

const locale = (language: Language): string => (language === 'es' ? 'es' : 'en-GB')

/** A moment in a zone: `Fri 27 Nov, 15:00`. */
export const momentIn = (time: number, language: Language, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale(language), { ...MOMENT, timeZone }).format(time)

/** The day of a moment where the visitor is, which may be weeks away: `Friday 27 Nov`. */
export const dayIn = (time: number, language: Language): string =>
  new Intl.DateTimeFormat(locale(language), { weekday: 'long', day: 'numeric', month: 'short' }).format(time)

/** The visitor's zone as its city, such as `Madrid` of `Europe/Madrid`. */
export const zoneName = (timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone): string =>
  timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone

/** Whether the visitor's clock shows UTC: then one time is both. */
export const isInUtc = (): boolean => zoneName() === 'UTC'

/** `12 seconds`, in Spanish `12 segundos`. */
export const unitText = (count: number, unit: 'second' | 'minute' | 'hour' | 'day', language: Language): string =>
  count.toLocaleString(locale(language), { style: 'unit', unit, unitDisplay: 'long', useGrouping: false })

/** A span in the largest unit that it has whole, rounded up: 90 s are `2 minutes`. */
export function spanText(milliseconds: number, language: Language): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  const hours = Math.ceil(minutes / 60)
  if (minutes < 120) return unitText(minutes, 'minute', language)
  return hours < 48 ? unitText(hours, 'hour', language) : unitText(Math.ceil(hours / 24), 'day', language)
}

/** What one WAX is, 10^-4 dollars: `$0.0598`, in Spanish `$0,0598`, with the sign where prices have it. */
export function rateText(median: bigint, language: Language): string {
  const digits = median.toString().padStart(5, '0')
  return `$${digits.slice(0, -4)}${language === 'es' ? ',' : '.'}${digits.slice(-4)}`
}
