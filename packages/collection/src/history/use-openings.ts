import type { NetworkSettings } from '@fieldhouse/contract'
import type { Wall } from '@fieldhouse/holdings'
import { useEffect, useState } from 'react'
import { type Openings, readOpenings } from './read-openings'

/** An answer from before it was asked for is asked for again after so long, in milliseconds: the gateway reads it anew. */
export const AGAIN = 3000

/** How often it is asked for at most: an index that does not answer leaves the gateway with the old one. */
const MOST_READS = 3

/** What is known of what an account opened. */
export interface KnownOpenings {
  /** The last that was read; null for nothing. */
  openings: Openings | null
  /** The last question has no answer. */
  isFailed: boolean
}

/** What an account opened: read once its wall is known, and again when that changed, as by an opening. */
export function useOpenings(network: NetworkSettings, account: string, { seen, state }: Wall): KnownOpenings {
  const [known, setKnown] = useState<KnownOpenings>({ openings: null, isFailed: false })
  const holdings = seen?.holdings
  // biome-ignore lint/correctness/useExhaustiveDependencies: what hangs on the wall is another list after an opening.
  useEffect(() => {
    if (state === 'reading') return
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const began = performance.now()
    const read = async (times: number) => {
      try {
        const openings = await readOpenings(network, account, end.signal)
        setKnown({ openings, isFailed: false })
        const isOlder = openings.age > performance.now() - began
        if (isOlder && times < MOST_READS) timer = setTimeout(() => void read(times + 1), AGAIN)
      } catch {
        if (!end.signal.aborted) setKnown(({ openings }) => ({ openings, isFailed: true }))
      }
    }
    void read(1)
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [network, account, state, holdings])
  return known
}
