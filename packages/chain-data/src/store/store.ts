import { type AppData, type AppDataName, EMPTY } from './app-data'

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
  const data: AppData = { ...EMPTY }
  const listeners = new Map<AppDataName, Set<() => void>>()
  const watchers = new Map<AppDataName, Set<(isWanted: boolean) => void>>()

  const membersOf = <Member>(sets: Map<AppDataName, Set<Member>>, name: AppDataName): Set<Member> => {
    const members = sets.get(name) ?? new Set<Member>()
    sets.set(name, members)
    return members
  }
  const tellDemand = (name: AppDataName, isWanted: boolean) => {
    for (const watcher of [...membersOf(watchers, name)]) watcher(isWanted)
  }

  return {
    get: (name) => data[name],
    set: (name, value) => {
      if (Object.is(data[name], value)) return
      data[name] = value
      for (const listener of [...membersOf(listeners, name)]) listener()
    },
    subscribe: (name, listener) => {
      const members = membersOf(listeners, name)
      // The same function may subscribe twice: each subscription has an identity of its own.
      const entry = () => listener()
      members.add(entry)
      if (members.size === 1) tellDemand(name, true)
      return () => {
        if (members.delete(entry) && members.size === 0) tellDemand(name, false)
      }
    },
    watchDemand: (name, onDemand) => {
      const members = membersOf(watchers, name)
      members.add(onDemand)
      if (membersOf(listeners, name).size > 0) onDemand(true)
      return () => {
        members.delete(onDemand)
      }
    },
  }
}
