import { createCell } from '@fieldhouse/chain-data'
import { parseJson, readStored, store, subscribeToStorage } from '@fieldhouse/contract/browser'

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

/** What a text in the storage is: its value, null for none that can be read, and whether a newer release has written it. */
interface Read<Value> {
  value: Value | null
  isForeign: boolean
}

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
  /** Counts what was changed here. */
  const changes = createCell(0)

  const parse = (text: string | null): Read<Value> => {
    const { version, value } = Object(parseJson(text))
    return { value: version === VERSION ? read(value) : null, isForeign: version > VERSION }
  }
  /** What was read last: it is parsed once. */
  let last: { text: string | null; parsed: Read<Value> } | null = null
  const stored = (): Read<Value> => {
    const text = readStored(key)
    if (last?.text !== text) last = { text, parsed: parse(text) }
    return last.parsed
  }
  const now = (): Value => inPage ?? stored().value ?? empty

  return {
    read: now,
    change: (change) => {
      const value = change(now())
      const isStored = !stored().isForeign && store(key, JSON.stringify({ version: VERSION, value }))
      inPage = isStored ? null : value
      changes.set(changes.get() + 1)
    },
    subscribe: (listener) => {
      const stopHere = changes.subscribe(listener)
      const stopElsewhere = subscribeToStorage((changed) => changed === key, listener)
      return () => {
        stopHere()
        stopElsewhere()
      }
    },
  }
}
