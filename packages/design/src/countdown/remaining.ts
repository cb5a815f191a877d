export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const UNITS = ['days', 'hours', 'minutes', 'seconds'] as const

export type Unit = (typeof UNITS)[number]

/** One number of a countdown. Hours, minutes and seconds have two digits, so that a tick moves nothing. */
export interface Part {
  unit: Unit
  value: number
  digits: string
}

const whole = (remaining: number) => Math.max(0, Math.ceil(remaining / SECOND) * SECOND)

function partOf(unit: Unit, remaining: number): Part {
  const seconds = remaining / SECOND
  const value = {
    days: Math.floor(seconds / 86400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }[unit]
  return { unit, value, digits: unit === 'days' ? String(value) : String(value).padStart(2, '0') }
}

/**
 * The countdown's numbers: days, hours and minutes, plus seconds when under one day; none at the end (specification,
 * section 2, Countdown text).
 *
 * @param remaining milliseconds until the target; a begun second counts as a whole one
 */
export function countdownParts(remaining: number): Part[] {
  const left = whole(remaining)
  if (left === 0) return []
  return UNITS.filter((unit) => unit !== 'seconds' || left < DAY).map((unit) => partOf(unit, left))
}

/**
 * The season countdown's number: days, then hours, minutes, seconds in turn; null at zero (specification, section 2, Sale
 * banner and Countdown text).
 *
 * @param remaining milliseconds until the target
 */
export function seasonPart(remaining: number): Part | null {
  return UNITS.map((unit) => partOf(unit, whole(remaining))).find(({ value }) => value > 0) ?? null
}

/** How much is left when a countdown speaks to those who do not see it, in milliseconds. */
export const THRESHOLDS = [DAY, HOUR, 10 * MINUTE, MINUTE, 0] as const

/**
 * How many thresholds have been passed. A countdown speaks when this grows while the page is open.
 *
 * @param remaining milliseconds until the target
 */
export function thresholdsPassed(remaining: number): number {
  const left = whole(remaining)
  return THRESHOLDS.filter((threshold) => left <= threshold).length
}
