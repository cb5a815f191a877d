/** What an attribute can be: a list for the vectors of a schema. */
export type Attribute = string | number | boolean | null | readonly Attribute[]

/** Data of an asset by attribute. */
export type Attributes = Readonly<Record<string, Attribute>>

const NUMERIC = /^-?(0|[1-9]\d*)(\.\d+)?$/
/** With so many digits every decimal number survives being a double. */
const MAX_DIGITS = 15

/**
 * A numeric-looking string as its number (specification, section 3): strictly, so `007`, `1e5` and the empty one stay
 * strings, and so does what a double cannot hold, such as an id of 20 digits.
 */
export const toNumber = (value: string): string | number => {
  const [, , fraction] = NUMERIC.exec(value) ?? []
  if (!NUMERIC.test(value)) return value
  const number = Number(value)
  const isExact = fraction === undefined ? Number.isSafeInteger(number) : value.replace(/\D/g, '').length <= MAX_DIGITS
  // `-0` is 0.
  return isExact ? number || 0 : value
}

/** The attributes of one data object, numeric-looking ones as numbers, those inside a list as well. */
export const readAttributes = (data: unknown): Attributes =>
  // fromEntries defines: an attribute called `__proto__` is one like any other.
  Object.fromEntries(Object.entries(Object(data)).map(([name, value]) => [name, attribute(value)]))

const attribute = (value: unknown): Attribute => {
  if (typeof value === 'string') return toNumber(value)
  // A schema has lists of plain values and no lists in them.
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? toNumber(item) : item))
  return value as Attribute
}
