/** Whether two answers say the same: values, lists and plain objects by what they hold. */
export const isEqual = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const before = Object.entries(a)
  return (
    before.length === Object.keys(b).length &&
    before.every(([key, value]) => Object.hasOwn(b, key) && isEqual(value, b[key as keyof typeof b]))
  )
}
