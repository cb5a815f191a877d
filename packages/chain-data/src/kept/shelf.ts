/** A value in the browser's storage that releases of different age share. */
export interface Shelf<Value> {
  /** What is kept now; the empty value when there is nothing that can be read. */
  read: () => Value
  /** Changes what is kept, which another tab may have changed since it was read. */
  change: (change: (value: Value) => Value) => void
}

/** Of the records that this release writes. A release that writes other ones has a higher number, and reads these too. */
const VERSION = 1

/**
 * A place in `localStorage`. What a newer release has written there is left alone, read and overwritten by nobody here: until
 * that release comes back, as where the browser refuses storage, what is kept lasts as long as the page. What is damaged is
 * as good as empty.
 *
 * @param read makes a value of what is stored; null for what is none
 */
export const createShelf = <Value>(
  key: string,
  empty: Value,
  read: (stored: unknown) => Value | null,
): Shelf<Value> => {
  /** Stands for the storage where there is none to be used. */
  let inPage: Value | null = null

  const stored = (): { value: Value; isForeign: boolean } => {
    let record: { version?: unknown; value?: unknown } = {}
    try {
      record = Object(JSON.parse(localStorage.getItem(key) ?? 'null'))
    } catch {}
    const { version, value } = record
    if (typeof version === 'number' && version > VERSION) return { value: inPage ?? empty, isForeign: true }
    return { value: inPage ?? (version === VERSION ? read(value) : null) ?? empty, isForeign: false }
  }
  return {
    read: () => stored().value,
    change: (change) => {
      const { value, isForeign } = stored()
      const next = change(value)
      inPage = next
      if (isForeign) return
      try {
        localStorage.setItem(key, JSON.stringify({ version: VERSION, value: next }))
        inPage = null
      } catch {
        // No storage, or none left.
      }
    },
  }
}
