import { createListeners } from './listeners'

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
