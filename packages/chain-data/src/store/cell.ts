/** One value that all roots of a page share. */
export interface Cell<Value> {
  get: () => Value
  /** Does nothing when the value is the one that is there. */
  set: (value: Value) => void
  /** Calls the listener after each change. Answers how to stop. */
  subscribe: (listener: () => void) => () => void
}

/** @param onDemand called when the first listener comes, and when the last one goes */
export const createCell = <Value>(initial: Value, onDemand?: (isWanted: boolean) => void): Cell<Value> => {
  const { subscribe, tell } = createListeners(onDemand)
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      tell()
    },
    subscribe,
  }
}

/** Those who want to hear of something. */
export interface Listeners {
  /** Answers how to stop. The same function may subscribe twice: each subscription stands for itself. */
  subscribe: (listener: () => void) => () => void
  tell: () => void
}

/** @param onDemand called when the first one comes, and when the last one goes */
export const createListeners = (onDemand?: (isWanted: boolean) => void): Listeners => {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener) => {
      const entry = () => listener()
      listeners.add(entry)
      if (listeners.size === 1) onDemand?.(true)
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) onDemand?.(false)
      }
    },
    tell: () => {
      for (const listener of [...listeners]) {
        try {
          listener()
        } catch (error) {
          // The listeners of a page are those of several releases: none keeps the others from hearing.
          reportError(error)
        }
      }
    },
  }
}
