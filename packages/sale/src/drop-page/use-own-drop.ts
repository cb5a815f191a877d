import { type ListedDrop, useDrops } from '@fieldhouse/chain-data'
import { useParameter } from '@fieldhouse/edition-kit'
import { useState } from 'react'

/** The drop that the page's address names, as the chain has it. One that leaves the list stays as it was. Undefined before it is known. */
export function useOwnDrop(edition: string): { drops: readonly ListedDrop[] | null; drop: ListedDrop | undefined } {
  const id = useParameter('id')
  const drops = useDrops(edition)
  const found = drops?.find((drop) => drop.id === id)
  const [last, setLast] = useState<ListedDrop>()
  if (found && found !== last) setLast(found)
  return { drops, drop: found ?? last }
}
