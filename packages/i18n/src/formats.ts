import type { Language } from '@fieldhouse/contract'

// The gateway prints the same values into slots (docs/edition-contract.md), so these are written out instead of
// taken from Intl, whose data differs between a browser and the process that prerendered the page.

/** An amount in parts, for a layout that sets the decimals smaller. */
export interface AmountParts {
  /** Whole dollars or WAX, grouped: `24`. */
  whole: string
  /** Two digits: `99`. */
  cents: string
  /** Both: `24.99`, in Spanish `24,99`. No currency sign. */
  text: string
}

const MONTHS: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
}

const WAX_UNITS_PER_HUNDREDTH = 1_000_000n

const decimalMark = (language: Language): string => (language === 'es' ? ',' : '.')

const groupDigits = (digits: string, language: Language): string => {
  // Spanish groups from five digits on (Ortografía de la lengua española, and Unicode CLDR's minimumGroupingDigits).
  if (language === 'es' && digits.length < 5) return digits
  return digits.replace(/\B(?=(\d{3})+$)/g, language === 'es' ? '.' : ',')
}

/**
 * A whole number with its thousands grouped: `1,204` and `12,345`, in Spanish `1204` and `12.345`.
 *
 * @throws RangeError for a number that is not an integer or not safe
 */
export const formatNumber = (value: bigint | number, language: Language): string => {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new RangeError(`format number: ${value} is no safe integer; give amounts as bigint`)
  }
  const digits = value.toString()
  return digits.startsWith('-') ? `-${groupDigits(digits.slice(1), language)}` : groupDigits(digits, language)
}

const hundredths = (value: bigint, language: Language): AmountParts => {
  const whole = formatNumber(value / 100n, language)
  const cents = (value % 100n).toString().padStart(2, '0')
  return { whole, cents, text: whole + decimalMark(language) + cents }
}

/**
 * A price in US dollars.
 *
 * @param cents hundredths of a dollar, zero or more
 * @throws RangeError for a negative price
 */
export const formatUsd = (cents: bigint, language: Language): AmountParts => {
  if (cents < 0n) throw new RangeError(`format price: ${cents} cents is negative`)
  return hundredths(cents, language)
}

/**
 * An amount of WAX with two decimals, rounded up, so that nobody is shown less than they pay: `512.40`.
 *
 * @param units 10^-8 WAX, zero or more
 * @throws RangeError for a negative amount
 */
export const formatWax = (units: bigint, language: Language): AmountParts => {
  if (units < 0n) throw new RangeError(`format WAX: ${units} units is negative`)
  return hundredths((units + WAX_UNITS_PER_HUNDREDTH - 1n) / WAX_UNITS_PER_HUNDREDTH, language)
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/**
 * A moment in UTC: `27 Nov 2026, 14:00 UTC`, in Spanish `27 nov 2026, 14:00 UTC`.
 *
 * @param time epoch milliseconds
 * @throws RangeError for a time no Date can hold
 */
export const formatDateTime = (time: number, language: Language): string => {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw new RangeError(`format time: ${time} is outside the range of dates`)
  const month = MONTHS[language][date.getUTCMonth()]
  const clock = `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`
  return `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}, ${clock} UTC`
}
