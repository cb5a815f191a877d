/** One value that all roots of a page share. */
export interface Cell<Value> {
  get: () => Value
  /** Does nothing when the value is the one that is there. */
  set: (value: Value) => void
  /** Calls the listener after each change. Answers how to stop. */
  subscribe: (listener: () => void) => () => void
}

export const createCell = <Value>(initial: Value): Cell<Value> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      const entry = () => listener()
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
  }
}
