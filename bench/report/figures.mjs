/** The middle of the values; the mean of the middle two when their number is even. */
export function median(values) {
  if (values.length === 0) throw new RangeError('median of nothing')
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** `1.13 (1.02 to 1.31)`: the median with its spread. */
export function spread(values, digits = 0) {
  const text = (value) => value.toFixed(digits)
  return `${text(median(values))} (${text(Math.min(...values))} to ${text(Math.max(...values))})`
}

/** 1 kB is 1000 bytes. */
export const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`
