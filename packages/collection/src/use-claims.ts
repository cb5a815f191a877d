import { type AskOptions, type Claim, useAppData } from '@fieldhouse/chain-data'
import { rowAvailableDropsToClaim } from '@fieldhouse/chain-data/client'
import { useRoot } from '@fieldhouse/edition-kit'
import { useEffect, useState } from 'react'

interface ReadClaims {
  /** Null while they are not known. */
  claims: readonly Claim[] | null
  /** There are none, and they cannot be read now. */
  isUnread: boolean
  /** Reads them again. */
  read: () => void
}

/**
 * Reads the claims of an account into the page's data.
 *
 * @param options of the read, such as how old they may be
 */
export function useClaims(account: string, options: AskOptions = {}): ReadClaims {
  const { network } = useRoot().settings
  const claims = useAppData('availableDropsToClaim')
  // The read of who was logged in before is given up: that one failed says nothing of this one.
  const [failed, setFailed] = useState<string | null>(null)
  const read = () => {
    setFailed(null)
    if (account !== '') rowAvailableDropsToClaim(network, account, options).catch(() => setFailed(account))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each user once.
  useEffect(read, [network, account])
  return { claims, isUnread: failed === account && claims === null, read }
}
