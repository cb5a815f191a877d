import { type AskOptions, type Claim, useAppData } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { useRoot } from '@fieldhouse/edition-kit'
import { useEffect, useState } from 'react'

interface ReadClaims {
  /** Those that were read last, maybe for another page; null while they are not known. */
  claims: readonly Claim[] | null
  /** What became of this read. */
  state: 'reading' | 'known' | 'failed'
  /** There are none, and they cannot be read now. */
  isUnread: boolean
  /** Reads them again. */
  read: () => void
}

/**
 * Reads the claims of an account into the page's data, and again when the page comes back into sight.
 *
 * @param options of the read, such as how old they may be
 */
export function useClaims(account: string, options: AskOptions = {}): ReadClaims {
  const { network } = useRoot().settings
  const claims = useAppData('availableDropsToClaim')
  // The read of who was logged in before is given up: that one failed says nothing of this one.
  const [answered, setAnswered] = useState<{ account: string; state: 'known' | 'failed' } | null>(null)
  const ask = () => {
    if (account === '') return
    rowAvailableDropsToClaim(network, account, options).then(
      () => setAnswered({ account, state: 'known' }),
      () => setAnswered({ account, state: 'failed' }),
    )
  }
  const read = () => {
    setAnswered(null)
    ask()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each user once, and when the page comes back into sight.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && ask()
    read()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [network, account])
  const state = answered?.account === account ? answered.state : 'reading'
  return { claims, state, isUnread: state === 'failed' && claims === null, read }
}
