import type { Language } from '@fieldhouse/contract'
import { formatUsd } from '@fieldhouse/i18n'
import { useEffect, useState } from 'react'
import { type CentsOf, dollarsOfHours } from './medians'

const unknown: CentsOf = () => null

/** What amounts were in cents in the hour of a moment: null until the medians are read, and where they have none. */
export function useDollars(): CentsOf {
  const [centsOf, setCentsOf] = useState<CentsOf>(() => unknown)
  useEffect(() => {
    let isGone = false
    dollarsOfHours().then(
      (known) => isGone || setCentsOf(() => known),
      // Amounts in WAX stand alone.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return centsOf
}

/** Cents as dollars: `$24.99`. */
export const dollars = (cents: bigint, language: Language): string => `$${formatUsd(cents, language).text}`
