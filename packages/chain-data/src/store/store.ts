import type { AppData, AppDataName } from './app-data'

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
  const { subscribe, emit } = createListeners(onDemand)
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(value, next)) return
      value = next
      emit()
    },
    subscribe,
  }
}

/** @param onDemand called when the first listener comes, and when the last one goes */
export const createListeners = (onDemand?: (isWanted: boolean) => void) => {
  const listeners = new Set<() => void>()
  return {
    /** Answers how to stop. The same function may subscribe twice: each subscription stands for itself. */
    subscribe: (listener: () => void): (() => void) => {
      const entry = () => listener()
      listeners.add(entry)
      if (listeners.size === 1) onDemand?.(true)
      return () => {
        if (listeners.delete(entry) && listeners.size === 0) onDemand?.(false)
      }
    },
    emit: (): void => {
      for (const listener of [...listeners]) {
        try {
          listener()
        } catch (error) {
          // They are of several releases: none keeps the others from being called.
          reportError(error)
        }
      }
    },
  }
}

export type Store = ReturnType<typeof createStore>

export const createStore = () => {
  const cells = new Map<AppDataName, { value: Cell<unknown>; wanted: Cell<boolean> }>()
  const cellsOf = (name: AppDataName) => {
    const known = cells.get(name)
    if (known) return known
    const wanted = createCell(false)
    const made = { value: createCell<unknown>(null, wanted.set), wanted }
    cells.set(name, made)
    return made
  }
  const cellOf = <Name extends AppDataName>(name: Name) => cellsOf(name).value as Cell<AppData[Name]>
  return {
    get: <Name extends AppDataName>(name: Name): AppData[Name] => cellOf(name).get(),
    /** Does nothing when the value is the one that is there. */
    set: <Name extends AppDataName>(name: Name, value: AppData[Name]): void => cellOf(name).set(value),
    /** Calls the listener after each change of the name. Answers how to stop. */
    subscribe: (name: AppDataName, listener: () => void) => cellOf(name).subscribe(listener),
    /** Calls with whether anybody listens to the name: at once when somebody does, and at each change. Answers how to stop. */
    watchDemand: (name: AppDataName, onDemand: (isWanted: boolean) => void) => {
      const demand = cellsOf(name).wanted
      if (demand.get()) onDemand(true)
      return demand.subscribe(() => onDemand(demand.get()))
    },
  }
}
