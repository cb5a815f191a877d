import { type AppData, type AppDataName, EMPTY } from './app-data'
import { type Cell, createCell } from './cell'

/** The shared app data of a page: one for all of its roots. */
export interface Store {
  get: <Name extends AppDataName>(name: Name) => AppData[Name]
  /** Does nothing when the value is the one that is there. */
  set: <Name extends AppDataName>(name: Name, value: AppData[Name]) => void
  /** Calls the listener after each change of the name. Answers how to stop. */
  subscribe: (name: AppDataName, listener: () => void) => () => void
  /** Tells, from now on, whether anybody listens to the name: once at each change. Answers how to stop. */
  watchDemand: (name: AppDataName, onDemand: (isWanted: boolean) => void) => () => void
}

export const createStore = (): Store => {
  const names = Object.keys(EMPTY) as AppDataName[]
  const wanted = new Map(names.map((name) => [name, createCell(false)]))
  const values = new Map(names.map((name) => [name, createCell<unknown>(EMPTY[name], wanted.get(name)?.set)]))
  const cellOf = <Name extends AppDataName>(name: Name) => values.get(name) as Cell<AppData[Name]>
  return {
    get: (name) => cellOf(name).get(),
    set: (name, value) => cellOf(name).set(value),
    subscribe: (name, listener) => cellOf(name).subscribe(listener),
    watchDemand: (name, onDemand) => {
      const demand = wanted.get(name) as Cell<boolean>
      if (demand.get()) onDemand(true)
      return demand.subscribe(() => onDemand(demand.get()))
    },
  }
}
