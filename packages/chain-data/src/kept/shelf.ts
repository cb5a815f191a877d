/** A value in the browser's storage that releases of different age share. */
export interface Shelf<Value> {
  /** What is kept now, the same object until it changes; the empty value when there is nothing that can be read. */
  read: () => Value
  /** Changes what is kept, which another tab may have changed since it was read. */
  change: (change: (value: Value) => Value) => void
  /** Calls the listener when it changes, here or in another tab. Answers how to stop. */
  subscribe: (listener: () => void) => () => void
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
  let before: { text: string | null; value: Value | null; isForeign: boolean } | null = null
  const listeners = new Set<() => void>()

  const stored = (): { value: Value; isForeign: boolean } => {
    let text: string | null = null
    let record: { version?: unknown; value?: unknown } = {}
    try {
      text = localStorage.getItem(key)
      if (text !== before?.text) record = Object(JSON.parse(text ?? 'null'))
    } catch {}
    if (!before || text !== before.text) {
      const { version, value } = record
      const isForeign = typeof version === 'number' && version > VERSION
      before = { text, value: version === VERSION ? read(value) : null, isForeign }
    }
    return { value: inPage ?? before.value ?? empty, isForeign: before.isForeign }
  }
  return {
    read: () => stored().value,
    change: (change) => {
      const { value, isForeign } = stored()
      inPage = change(value)
      try {
        if (!isForeign) {
          localStorage.setItem(key, JSON.stringify({ version: VERSION, value: inPage }))
          inPage = null
        }
      } catch {
        // No storage, or none left.
      }
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      // A null key: everything was cleared.
      const onStorage = (event: StorageEvent) => {
        if (event.key === null || event.key === key) listener()
      }
      listeners.add(listener)
      addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', onStorage)
      }
    },
  }
}
