import { type Cell, createCell } from '@fieldhouse/chain-data'
import { useSyncExternalStore } from 'react'
import { EVERYTHING, type Finding } from '../cards/find'

interface Kept extends Pick<Cell<Finding>, 'get' | 'subscribe'> {
  find: (change: Partial<Finding>) => void
}

/** What was looked for last, by edition: who comes back from a card finds the wall as it was left. */
const kept = new Map<string, Kept>()

function keptOf(edition: string): Kept {
  const known = kept.get(edition)
  if (known) return known
  const { get, set, subscribe } = createCell(EVERYTHING)
  const made = { get, subscribe, find: (change: Partial<Finding>) => set({ ...get(), ...change }) }
  kept.set(edition, made)
  return made
}

/** What is looked for on an edition's wall, and how to look for something else: a function that stays the same. */
export function useFinding(edition: string): readonly [Finding, Kept['find']] {
  const { get, subscribe, find } = keptOf(edition)
  return [useSyncExternalStore(subscribe, get, () => EVERYTHING), find]
}
