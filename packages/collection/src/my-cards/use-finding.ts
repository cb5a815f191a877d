import { type Cell, createCell } from '@fieldhouse/chain-data'
import { useSyncExternalStore } from 'react'
import { EVERYTHING, type Finding } from '../cards/find'

/** What was looked for last, by edition: who comes back from a card finds the wall as it was left. */
const findings = new Map<string, Cell<Finding>>()

function findingOf(edition: string): Cell<Finding> {
  const known = findings.get(edition)
  if (known) return known
  const cell = createCell(EVERYTHING)
  findings.set(edition, cell)
  return cell
}

/** What is looked for on an edition's wall, and how to look for something else. */
export function useFinding(edition: string): readonly [Finding, (next: Finding) => void] {
  const { subscribe, get, set } = findingOf(edition)
  return [useSyncExternalStore(subscribe, get, () => EVERYTHING), set]
}
